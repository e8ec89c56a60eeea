import type { Buyers } from './reckon.ts'

/** The formats of tax numbers in the European Union and its neighbours, after the country's letters. */
const SHAPES: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^\d{9}(MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12})$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  NO: /^\d{9}(MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}
/** Prefixes that differ from the country's code. */
const LETTERS: Record<string, string> = { GR: 'EL', CH: 'CHE' }
const ANY = /^[A-Z0-9]{5,20}$/

/** Whether a tax number has its country's format. It may still belong to nobody. */
export function isTaxNumber(text: string, country: string | undefined) {
  const number = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const shape = country === undefined ? undefined : SHAPES[country]
  if (!country || !shape) return ANY.test(number)
  const letters = LETTERS[country] ?? country
  return shape.test(number.startsWith(letters) ? number.slice(letters.length) : number)
}

type Buyer = { company: string; taxNumber: string; country: string | undefined }

/** The kinds of buyer whose tax rates apply to this one. */
export function buyersOf({ company, taxNumber, country }: Buyer): Buyers {
  if (taxNumber && isTaxNumber(taxNumber, country)) return 'numbered'
  return company ? 'companies' : 'everybody'
}

import { z } from 'zod'
import { Product } from '../products/contract.ts'
import { isText, Listing } from '../wire/listing.ts'
import { namedList } from '../wire/named-list.ts'
import { whole } from '../wire/numbers.ts'
import { oneLine } from '../wire/typed-text.ts'
import { KINDS } from './kinds.ts'

/** The data on an appliance's type plate. */
export const Plate = z.object({
  refrigerant: z.string(),
  chargeGrams: z.number(),
  voltage: z.number(),
  frequency: z.number(),
  ratedCurrent: z.number(),
  climateClass: z.string(),
  netLitres: z.number(),
})
export type Plate = z.infer<typeof Plate>

/** In millimetres. */
export const Size = z.object({ height: z.number(), width: z.number(), depth: z.number() })
export type Size = z.infer<typeof Size>

/** A range of serial numbers, both ends included; null is open. */
const Serials = { fromSerial: z.string().nullable(), toSerial: z.string().nullable() }

/** `slug` is the last part of the address of its page. */
export const ModelSummary = z.object({ number: z.string(), maker: z.string(), kind: z.string(), slug: z.string() })
export type ModelSummary = z.infer<typeof ModelSummary>

export const PartHere = z.object({ product: Product, quantity: z.number().int(), note: z.string(), ...Serials })
export type PartHere = z.infer<typeof PartHere>

/**
 * A position in its drawing, in the drawing's units: the part at `x`, `y`, its balloon at `bx`, `by`, and its outline.
 */
const Anchor = z.object({
  x: z.number(),
  y: z.number(),
  bx: z.number(),
  by: z.number(),
  outline: z.array(z.array(z.number())),
})

/** A position in an appliance; `parts` is empty when no part is sold for it. */
export const Position = z.object({
  callout: z.number().int(),
  position: z.string(),
  name: z.string(),
  anchor: Anchor.nullable(),
  parts: z.array(PartHere),
})
export type Position = z.infer<typeof Position>

export const Section = z.object({
  section: z.string(),
  name: z.string(),
  drawing: z.string().nullable().describe('The address of the drawing'),
  size: z.object({ width: z.number(), height: z.number() }),
  positions: z.array(Position),
})
export type Section = z.infer<typeof Section>

export const Model = ModelSummary.extend({
  years: z.object({ from: z.number().int().nullable(), to: z.number().int().nullable() }),
  plate: Plate,
  size: Size.nullable(),
  serials: z.object({ from: z.string(), to: z.string() }).nullable().describe('Where they decide between parts'),
  sections: z.array(Section),
  symptoms: z.array(z.object({ slug: z.string(), name: z.string(), causes: z.number().int() })),
})
export type Model = z.infer<typeof Model>

const Cause = Position.extend({
  section: z.string(),
  percent: z.number().describe('Of all complaints of this sort'),
  test: z.string(),
  difficulty: z.number().int().describe('1 no tools to speak of, 4 the refrigerant circuit'),
  minutes: z.number().int(),
  tools: z.array(z.string()),
  safety: z.string().nullable(),
  what: z.string().describe('What the part does, and how it fails'),
})
export type Cause = z.infer<typeof Cause>

export const Symptom = z.object({
  slug: z.string(),
  name: z.string(),
  model: ModelSummary,
  plate: Plate,
  checks: z.array(z.object({ text: z.string(), minutes: z.number() })),
  causes: z.array(Cause),
  drawing: z.string().nullable().describe('Of the section of the first cause'),
  size: z.object({ width: z.number(), height: z.number() }),
  symptoms: Model.shape.symptoms.describe('All of this model'),
})
export type Symptom = z.infer<typeof Symptom>

const Word = z.string().trim().min(1, 'Name one').max(60, 'At most 60 characters').refine(isText, 'Name one')

export const ModelNumber = z.object({ number: Word })
/** A complaint, and the kinds of appliance that can have it. */
export const Complaint = z.object({ slug: z.string(), name: z.string(), kinds: z.array(z.string()) })
export type Complaint = z.infer<typeof Complaint>

export const SymptomOfModel = z.object({ number: Word, slug: Word })

export const ModelListing = Listing.extend({
  kind: z.enum(KINDS).optional(),
  maker: Word.optional(),
})
export type ModelListing = z.infer<typeof ModelListing>

export const ModelCounts = z.object({
  total: z.number().int(),
  kinds: z.array(z.object({ kind: z.string(), count: z.number().int() })),
  makers: z.array(z.object({ maker: z.string(), count: z.number().int() })),
})
export type ModelCounts = z.infer<typeof ModelCounts>

/** As printed: eight digits with any separators. */
export const Serial = z
  .string()
  .max(30, 'Enter the eight digits of the plate')
  .transform((typed) => typed.replace(/[\s./-]+/g, ''))
  .refine((serial) => serial === '' || /^\d{8}$/.test(serial), 'Enter the eight digits of the plate')

/**
 * Whether a part fits a model, from stored rows only; `serials` are the ranges that decide while no serial number is
 * known.
 */
export const Fit = z.object({
  fit: z.enum(['fits', 'not-in-list', 'other-kind']),
  section: z.string().nullable(),
  position: z.string().nullable(),
  serials: z.array(z.object(Serials)),
})
export type Fit = z.infer<typeof Fit>
export type FitWord = Fit['fit']

/** `product` is the name that was asked for. */
export const FitOfProduct = Fit.extend({ product: z.string() })
export type FitOfProduct = z.infer<typeof FitOfProduct>

const asked = { model: Word, serial: Serial.optional() }
export const AskFit = z.object({ ...asked, product: Word.describe('Id or number') })
export type AskFit = z.infer<typeof AskFit>

export const AskFits = z.object({
  ...asked,
  products: namedList(Word, { most: 100, what: 'product' }).describe('Ids or numbers, with commas between them'),
})
export type AskFits = z.infer<typeof AskFits>

export const MOST_APPLIANCES = 8

/** A saved appliance; `name` is its owner's. */
export const Appliance = z.object({ model: ModelSummary, serial: z.string(), name: z.string() })
export type Appliance = z.infer<typeof Appliance>

export const KeepAppliance = z.object({
  model: Word,
  serial: Serial.optional().describe('As it is saved without one'),
  name: z.string().trim().max(40, 'At most 40 characters').optional().describe('As it is saved without one'),
})
export type KeepAppliance = z.infer<typeof KeepAppliance>

export const LoseAppliance = z.object({ model: Word })

/** A part at a position of a model, for the part's editor. */
export const FitOfPart = z.object({
  _id: z.string(),
  version: z.number().int(),
  model: ModelSummary,
  section: z.string(),
  position: z.string(),
  quantity: z.number().int(),
  note: z.string(),
  ...Serials,
})
export type FitOfPart = z.infer<typeof FitOfPart>

const MOST_PIECES = 99
const aFit = z.object({
  model: Word,
  section: Word,
  position: Word,
  quantity: whole('Enter a whole number')
    .refine((pieces) => pieces >= 1 && pieces <= MOST_PIECES, `From 1 to ${MOST_PIECES} pieces`)
    .default(1)
    .describe('Pieces that the model needs there'),
  note: oneLine(120).default(''),
  fromSerial: Serial.default('').describe('Eight digits; empty for the first that was built'),
  toSerial: Serial.default('').describe('Eight digits; empty for the last that was built'),
})
const isRange = ({ fromSerial, toSerial }: { fromSerial: string; toSerial: string }) =>
  !fromSerial || !toSerial || fromSerial <= toSerial
const RANGE = { path: ['toSerial'], message: 'The last serial number is not before the first' }
const Version = { version: z.coerce.number().int().min(1).describe('As it was read') }

export const AddFit = aFit.refine(isRange, RANGE)
export type AddFit = z.output<typeof AddFit>

export const ChangeFit = aFit.extend(Version).refine(isRange, RANGE)
export type ChangeFit = z.output<typeof ChangeFit>

export const RemoveFit = z.object(Version)

import { z } from 'zod'
import { grouped } from './grouped.ts'

/** Text that somebody types, without spaces around it. */
export const atMost = (letters: number) =>
  z
    .string()
    .trim()
    .max(letters, `At most ${grouped(letters)} characters`)

const isHttps = (url: string) => url === '' || (URL.canParse(url) && new URL(url).protocol === 'https:')

/** The address of a photo, or nothing. */
export const PhotoAddress = atMost(500).refine(isHttps, 'Enter an address that starts with https://')

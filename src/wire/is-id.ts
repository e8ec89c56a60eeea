import { z } from 'zod'

/** An id as the database has them, a UUID; it may be sent in capitals. */
export const Id = z.uuid().toLowerCase()

export const isId = (text: string) => Id.safeParse(text).success

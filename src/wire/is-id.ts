import { z } from 'zod'

/** Whether a text is an id as the database has them, a UUID. */
export const isId = (text: string) => z.uuid().safeParse(text).success

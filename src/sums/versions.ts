import type { z } from 'zod'
import { Refusal } from '../wire/refusal.ts'

/** Creates a row, or changes the one that has the id and this version. */
export type Put<Of extends z.ZodType> = { sent: z.output<Of> & { version?: number }; id?: string }

/** The row to remove; without a version, whatever has become of it. */
export type Removed = { id: string; version?: number | undefined }

type Change = { version: number | undefined; what: string; isSame: boolean; current: { version: number } }

/**
 * Whether a change stands already, as when its answer was lost and it is sent again. Throws Refusal conflict with the
 * stored row when somebody else made another after `version`.
 */
export function isMade({ version, what, isSame, current }: Change): boolean {
  if (current.version === version) return false
  if (isSame) return true
  throw new Refusal('conflict', `Somebody else changed this ${what} meanwhile.`, { field: 'version', current })
}

/** Throws Refusal conflict with the stored row when it has changed since `version`, where one is told. */
export const refuseStale = ({ version, what, current }: Omit<Change, 'isSame'>) =>
  isMade({ version: version ?? current.version, what, isSame: false, current })

/** Whether a stored row has all these values. */
export const hasAll = (row: Record<string, unknown>, values: object) =>
  Object.entries(values).every(([key, value]) => JSON.stringify(row[key]) === JSON.stringify(value))

/** The facts of a row for the audit log. */
export const unversioned = <Row extends { version: number }>({ version: _, ...facts }: Row) => facts

import type { Fit } from './contract.ts'

type Row = { section: string; position: string; fromSerial: string | null; toSerial: string | null }

/** What is on record of one part in one model. */
export type Record = {
  rows: Row[]
  /** The part sits in models or is made for kinds of appliance, and none of them is of this kind. */
  isOfOtherKind: boolean
}

/** The one place that says whether a part fits. A row with serial numbers is a fit only for a serial number within them. */
export function fitOf({ rows, isOfOtherKind }: Record, serial?: string): Fit {
  const row = rows.find((one) => isUnbounded(one) || (serial && holdsSerial(one, serial)))
  if (row) return { fit: 'fits', section: row.section, position: row.position, serials: [] }
  const [place] = rows
  return {
    fit: !place && isOfOtherKind ? 'other-kind' : 'not-in-list',
    section: place?.section ?? null,
    position: place?.position ?? null,
    serials: rows.map(({ fromSerial, toSerial }) => ({ fromSerial, toSerial })),
  }
}

const isUnbounded = ({ fromSerial, toSerial }: Row) => fromSerial === null && toSerial === null

/** Serial numbers of a model have one length, so they compare as text. */
export const holdsSerial = ({ fromSerial, toSerial }: Pick<Row, 'fromSerial' | 'toSerial'>, serial: string) =>
  (fromSerial === null || serial >= fromSerial) && (toSerial === null || serial <= toSerial)

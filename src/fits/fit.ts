import type { Fit } from './contract.ts'

type Row = { section: string; position: string; fromSerial: string | null; toSerial: string | null }

/** The stored facts about one part in one model. */
export type Record = {
  rows: Row[]
  /** The part is for models or kinds of appliance, and none of them is of this kind. */
  isOfOtherKind: boolean
}

/** Every answer about a fit is made here. A row with serial numbers fits only a serial number in its range. */
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

import { drawingOf } from './kinds.ts'
import drawings from './sections.json' with { type: 'json' }

type Anchor = { x: number; y: number; bx: number; by: number; hit: { points: number[][] } }
type Drawing = { file: string; width: number; height: number; anchors: Record<string, Anchor> }

const DRAWINGS: Record<string, Drawing> = drawings

/** The drawing of a section in this kind of appliance, undefined where none was made. */
export function drawingOfSection(kind: string, section: string): Drawing | undefined {
  const name = drawingOf(kind, section)
  return name === undefined ? undefined : DRAWINGS[name]
}

import type fc from 'fast-check'
import type { Model, Real } from './shop-model.ts'

export type Command = fc.AsyncCommand<Model, Real>
type Step = { name: string; check?: (model: Model) => boolean; run: (model: Model, real: Real) => Promise<void> }

/** One thing that somebody does, in the model and in the shop; its name stands in the report of a failure. */
export const command = ({ name, check = () => true, run }: Step): Command => ({ check, run, toString: () => name })

export const hasLines = (model: Model) => model.lines.length > 0
/** A line of the model by a drawn number. */
export const pick = (model: Model, pointer: number) => model.lines[pointer % Math.max(1, model.lines.length)]

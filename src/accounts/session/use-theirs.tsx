import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { showUnder } from '../../ui/show-under.ts'
import { ProblemError } from '../../wire/problem-error.ts'

type TheirsOptions<Row, Typed extends FieldValues> = {
  form: UseFormReturn<Typed>
  /** The row as the dialog was opened with it. */
  row: Row | 'new' | undefined
  typedOf: (row: Row) => Typed
  names: Record<keyof Typed, string>
  /** A value in words. */
  textOf?: (field: keyof Typed, value: Typed[keyof Typed]) => string
}

/**
 * A row that somebody else has changed since its dialog was opened: what was typed stays, the other fields take theirs, and
 * the next save is of their version.
 */
export function useTheirs<Row extends { version: number }, Typed extends FieldValues>(
  options: TheirsOptions<Row, Typed>,
) {
  const { form, row, typedOf, names, textOf = (_, value) => `${value}` } = options
  const [theirs, setTheirs] = useState<Row>()
  const opened = row && row !== 'new' ? row : undefined

  const differing = (one: Typed, other: Typed) =>
    (Object.keys(names) as (keyof Typed)[]).filter((field) => one[field] !== other[field])
  const show = (was: Row, is: Row) => {
    const [stored, yours] = [typedOf(is), form.getValues()]
    const typed = differing(yours, typedOf(was)).map((field) => [field, yours[field]])
    showUnder(form, stored, Object.fromEntries(typed))
    setTheirs(is)
  }
  const change = async (row: Row, send: (version: number) => Promise<Row>) => {
    const from = theirs ?? row
    try {
      return await send(from.version)
    } catch (error) {
      if (!(error instanceof ProblemError && error.field === 'version' && error.problem.current)) throw error
      const current = error.problem.current as Row
      // What is stored as it is typed was saved by this dialog, and its answer was lost.
      if (differing(typedOf(current), form.getValues()).length === 0) return current
      show(from, current)
      throw error
    }
  }
  const told = (was: Typed, is: Typed) =>
    differing(was, is).map((field) => `${names[field]} ${textOf(field, is[field]) || 'empty'}`)
  return {
    /** The row that the next save changes. */
    base: theirs ?? opened,
    /** Sends a change of the row; a refusal shows what is stored. */
    change,
    shown: theirs && opened && (
      <Theirs told={told(typedOf(opened), typedOf(theirs))} onTake={() => form.reset(typedOf(theirs))} />
    ),
  }
}

const Theirs = ({ told, onTake }: { told: string[]; onTake: () => void }) => (
  <div className="grid justify-items-start gap-2">
    <p className="s14 wrap-anywhere" role="status">
      <b className="strong">Now saved:</b> {told.join(', ') || 'as it was before'}. What you had not changed shows
      theirs; Save puts yours in place of the rest.
    </p>
    <Button size="sm" onClick={onTake}>
      All theirs
    </Button>
  </div>
)

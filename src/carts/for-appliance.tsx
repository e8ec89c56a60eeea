import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useMyAppliance } from '../fits/appliances-here.ts'
import type { FitWord } from '../fits/contract.ts'
import { FitStatus } from '../fits/fit-mark.tsx'
import { useFits } from '../fits/use-fit.ts'
import { Button } from '../ui/button.tsx'
import { describe, FieldNotes } from '../ui/field-frame.tsx'
import { whenOpen } from '../ui/when-open.tsx'
import type { JudgedLine } from './contract.ts'

const FitField = whenOpen(() => import('../fits/fit-field.tsx'))

/** The most lines named in one sentence. */
const NAMED = 3
const UNSURE: FitWord[] = ['not-in-list', 'other-kind']

type ForApplianceProps = { lines: JudgedLine[]; shelf: UseFormRegisterReturn; error?: string | undefined }

/** Asks which appliance a list is for, and says which lines do not fit it: a wrong part costs more than its price. */
export function ForAppliance({ lines, shelf, error }: ForApplianceProps) {
  const mine = useMyAppliance()
  // The appliance whose field is open; choosing another appliance closes it.
  const [changed, setChanged] = useState<string>()
  const isChanging = changed !== undefined && changed === mine?.model.slug
  return (
    <div className="grid gap-4">
      {mine ? (
        <div className="flex flex-wrap gap-4 justify-between">
          <p>
            {mine.model.maker} {mine.model.number}
            {mine.serial ? `, serial ${mine.serial}` : ''}
          </p>
          <Button size="sm" aria-label="Change the appliance" onClick={() => setChanged(mine.model.slug)}>
            Change
          </Button>
          <Fits lines={lines} />
        </div>
      ) : null}
      <FitField open={!mine || isChanging} isStanding={!mine} onClose={() => setChanged(undefined)} />
      {mine ? null : (
        <div className="field">
          <label className="tick">
            <input type="checkbox" {...describe('shelf', { error })} {...shelf} />
            <span>For the shelf, or for several: go on without</span>
          </label>
          <FieldNotes id="shelf" error={error} />
        </div>
      )}
    </div>
  )
}

/** How many lines fit the chosen appliance, and which do not or may not. */
function Fits({ lines }: { lines: JudgedLine[] }) {
  const words = useFits(lines.map(({ productId }) => productId))
  if (!words) return null
  const fitting = words.filter((word) => word === 'fits').length
  return (
    <ul className="flex flex-wrap gap-4 basis-full" aria-label="What fits">
      {fitting > 0 ? (
        <li>
          <span className="st fits sm">{fitting === 1 ? '1 line fits' : `${fitting} lines fit`}</span>
        </li>
      ) : null}
      {UNSURE.map((word) => {
        const numbers = lines.filter((_, at) => words[at] === word).map(({ product }) => product?.number ?? '')
        if (numbers.length === 0) return null
        const more = numbers.length - NAMED
        return (
          <li key={word}>
            {[...numbers.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ')}: <FitStatus fit={word} />
          </li>
        )
      })}
    </ul>
  )
}

import { useLayoutEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { timeOf } from '../ui/format-time.ts'
import { PanelFoot } from '../ui/panel.tsx'
import { FACT_NAMES, type Fact, type Facts, textOf } from './facts.ts'

type Choice = 'theirs' | 'yours'
export type Clashing = {
  /** Who saved first, and when; null when the account is closed by now. */
  by: string | null
  at: string
  was: Facts
  theirs: Facts
  yours: Facts
  clashes: Fact[]
  taken: Fact[]
  chosen: Partial<Record<Fact, Choice>>
}
type ClashProps = Clashing & {
  /** Whether the choices leave nothing to save. */
  isSettled: boolean
  onChoose: (choices: Clashing['chosen']) => void
}

/** Somebody else saved first: what was, theirs and yours, and which to keep. Nothing is chosen beforehand. */
export function Clash({ by, at, was, theirs, yours, clashes, taken, chosen, isSettled, onChoose }: ClashProps) {
  const box = useRef<HTMLElement>(null)
  // The form is long: whoever saved at its foot is led to what waits at its head, and again when a third edit came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice makes no new clash, other values of theirs do.
  useLayoutEffect(() => box.current?.focus(), [theirs])
  const all = (choice: Choice) => onChoose(Object.fromEntries(clashes.map((fact) => [fact, choice])))
  return (
    <section className="clash" role="alert" aria-labelledby="clash" tabIndex={-1} ref={box}>
      <p>
        <span className="no" aria-hidden="true">
          !
        </span>
        <span>
          <b className="strong" id="clash">
            {by ?? 'Somebody else'} saved this part at {timeOf(at)}, while you were writing.
          </b>{' '}
          Nothing of yours is lost.{' '}
          {clashes.length ? differing(clashes.length) : 'No value differs: look, and save again.'}
          {taken.length ? ` Taken over from theirs: ${taken.map((fact) => FACT_NAMES[fact]).join(', ')}.` : ''}
        </span>
      </p>
      {clashes.length ? (
        <div className="heads" aria-hidden="true">
          {['What', 'Was', 'Theirs', 'Yours'].map((head) => (
            <span key={head}>{head}</span>
          ))}
        </div>
      ) : null}
      {clashes.map((fact) => (
        <fieldset key={fact}>
          <legend>{FACT_NAMES[fact]}</legend>
          <span>
            <span className="lab">Was</span>
            <del>{shownOf(was, fact)}</del>
          </span>
          {(['theirs', 'yours'] as const).map((choice) => (
            <label key={choice} className="tick">
              <span className="lab">{choice === 'theirs' ? 'Theirs' : 'Yours'}</span>
              <input
                type="radio"
                name={`clash-${fact}`}
                checked={chosen[fact] === choice}
                onChange={() => onChoose({ ...chosen, [fact]: choice })}
              />
              <span>{shownOf(choice === 'theirs' ? theirs : yours, fact)}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {clashes.length ? (
        <PanelFoot note={isSettled ? 'All as they saved it: nothing is left to save.' : undefined}>
          <Button size="sm" onClick={() => all('theirs')}>
            All theirs
          </Button>
          <Button size="sm" onClick={() => all('yours')}>
            All yours
          </Button>
        </PanelFoot>
      ) : null}
    </section>
  )
}

const differing = (count: number) =>
  count === 1 ? 'One value differs; choose which stays.' : `${count} values differ; choose which stay.`

function shownOf(facts: Facts, fact: Fact) {
  const text = textOf(facts, fact) || 'empty'
  return fact === 'unitPrice' ? `$${text}` : text
}

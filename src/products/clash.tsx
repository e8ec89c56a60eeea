import { useLayoutEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { FACT_NAMES, type Fact, type Facts, textOf } from './facts.ts'

type Choice = 'theirs' | 'yours'
export type Clashing = {
  was: Facts
  theirs: Facts
  yours: Facts
  clashes: Fact[]
  taken: Fact[]
  chosen: Partial<Record<Fact, Choice>>
}
type ClashProps = Clashing & { onChoose: (choices: Clashing['chosen']) => void }

const listOf = (facts: Fact[]) => facts.map((fact) => FACT_NAMES[fact]).join(', ')

/** Somebody else saved first: what was, theirs and yours, and which to keep. Nothing is chosen beforehand. */
export function Clash({ was, theirs, yours, clashes, taken, chosen, onChoose }: ClashProps) {
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
            Somebody else saved this part while you were writing.
          </b>{' '}
          Nothing of yours is lost.{' '}
          {clashes.length ? 'Choose which values stay, then save.' : 'No value differs: look at it and save again.'}
          {taken.length ? ` Taken over from theirs: ${listOf(taken)}.` : ''}
        </span>
      </p>
      {clashes.map((fact) => (
        <fieldset key={fact}>
          <legend>{FACT_NAMES[fact]}</legend>
          <del>{textOf(was, fact) || 'empty'}</del>
          {(['theirs', 'yours'] as const).map((choice) => (
            <label key={choice} className="check">
              <input
                type="radio"
                name={`clash-${fact}`}
                checked={chosen[fact] === choice}
                onChange={() => onChoose({ ...chosen, [fact]: choice })}
              />
              <span>
                <span className="lab">{choice === 'theirs' ? 'Theirs' : 'Yours'}</span>{' '}
                {textOf(choice === 'theirs' ? theirs : yours, fact) || 'empty'}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {clashes.length > 1 ? (
        <div className="acts">
          <Button size="sm" onClick={() => all('theirs')}>
            All theirs
          </Button>
          <Button size="sm" onClick={() => all('yours')}>
            All yours
          </Button>
        </div>
      ) : null}
    </section>
  )
}

import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { takeDraft } from '../ui/draft.ts'
import { useKeptOnLeaving } from '../ui/use-kept-on-leaving.ts'

/** One for the cart and the till, between which it comes along. */
const DRAFT = 'code'

/** Some letters are longer in capitals, such as ß. */
const MOST_LETTERS = 60
const codeOf = (typed: string) => typed.trim().toUpperCase().slice(0, MOST_LETTERS)

type CodeFieldProps = {
  code: string
  /** The code as it is typed, for an act that comes before it is applied. */
  typedCode: RefObject<string>
  error: string | undefined
  pending: boolean
  onApply: (code: string) => void
}

/**
 * A discount code, with buttons to apply and remove it; Enter applies it and does not submit the order. It is not applied
 * when the field is left: the sum would grow and move the button that is being pressed. When its page is
 * left first, the next one that has this field applies it.
 */
export function CodeField({ code, typedCode, error, pending, onApply }: CodeFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const next = typed === undefined ? code : codeOf(typed)
  const apply = (chosen: string) => {
    setTyped(undefined)
    onApply(chosen)
  }
  useEffect(() => {
    typedCode.current = next
  }, [next, typedCode])
  useUnapplied(next === code ? undefined : next, onApply)
  return (
    <div className="field">
      <label htmlFor={id}>Discount code</label>
      <div className="join code-field">
        <input
          id={id}
          className="in"
          value={typed ?? code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MOST_LETTERS}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            apply(next)
          }}
        />
        {code !== '' && next === code ? (
          <Button onClick={() => apply('')}>Remove</Button>
        ) : (
          <Button onClick={() => apply(next)} pending={pending}>
            Apply
          </Button>
        )}
      </div>
      <p id={`${id}-error`} className="err" role="status">
        {error}
      </p>
    </div>
  )
}

/** Keeps a code that is typed and not applied when its page is left, and applies one that was kept. */
function useUnapplied(unapplied: string | undefined, onApply: (code: string) => void) {
  useKeptOnLeaving(DRAFT, true, () => unapplied)
  const applyKept = useEffectEvent(() => {
    const kept = takeDraft<string>(DRAFT)
    if (kept !== undefined) onApply(kept)
  })
  useEffect(() => applyKept(), [])
}

import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'

/** Some letters are longer in capitals, such as ß. */
const MOST_LETTERS = 60
const codeOf = (typed: string) => typed.trim().toUpperCase().slice(0, MOST_LETTERS)

type CodeFieldProps = { code: string; error: string | undefined; pending: boolean; onApply: (code: string) => void }

/** A discount code, with buttons to apply and remove it. Enter applies it and does not submit the order. */
export function CodeField({ code, error, pending, onApply }: CodeFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(code)
  const apply = () => onApply(codeOf(typed))
  const isApplied = code !== '' && (typed === code || codeOf(typed) === code)
  return (
    <div className="field">
      <label htmlFor={id}>Discount code</label>
      <div className="join code-field">
        <input
          id={id}
          className="in"
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MOST_LETTERS}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            apply()
          }}
        />
        {isApplied ? (
          <Button
            onClick={() => {
              setTyped('')
              onApply('')
            }}
          >
            Remove
          </Button>
        ) : (
          <Button onClick={apply} pending={pending}>
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

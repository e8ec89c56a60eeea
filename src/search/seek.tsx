import { type ComponentType, lazy, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { Search } from '../ui/icons.tsx'
import { onKey } from '../ui/keys.ts'
import type { SeekState, SuggestionsProps } from './seek-state.ts'

const CLOSED: SeekState = { isOpen: false }
const NAME = 'Part number, model or symptom'

/** Suggestions load at the field's first focus; without them the form leads to the products. */
const Suggestions = lazy<ComponentType<SuggestionsProps>>(() =>
  import('./suggestions.tsx').catch(() => ({ default: () => null })),
)

/** The one box of the bar: parts, models and symptoms. */
export function Seek() {
  const input = useRef<HTMLInputElement>(null)
  const [field, setField] = useState<HTMLInputElement>()
  const [state, setState] = useState(CLOSED)
  const navigate = useNavigate()
  useEffect(() => {
    const near = () => setField(input.current ?? undefined)
    // The field may have got the focus before the script loaded.
    if (document.activeElement === input.current) near()
    return onKey('/', () => {
      input.current?.focus()
      input.current?.select()
    })
  }, [])
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    navigate(`${href('/products')}?${new URLSearchParams({ q: input.current?.value.trim() ?? '' })}`)
  }
  return (
    <search className="seek">
      <form className="join" action={href('/products')} onSubmit={handleSubmit}>
        <Search />
        <input
          ref={input}
          className="in"
          name="q"
          type="search"
          role="combobox"
          aria-expanded={state.isOpen}
          aria-controls={state.list}
          aria-activedescendant={state.active}
          aria-label={NAME}
          aria-autocomplete="list"
          placeholder={NAME}
          autoComplete="off"
          maxLength={100}
          onFocus={(event) => setField(event.currentTarget)}
        />
        <span aria-hidden="true">
          <kbd>/</kbd>
        </span>
        <button className="btn ink" type="submit">
          Search
        </button>
      </form>
      {field ? (
        <Suspense>
          <Suggestions field={field} onState={setState} />
        </Suspense>
      ) : null}
    </search>
  )
}

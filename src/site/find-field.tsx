import { type KeyboardEvent, type RefObject, type SubmitEvent, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSession } from '../accounts/session/session.ts'
import { Search } from '../ui/icons.tsx'
import { FIND, placesOf } from './find.ts'

type FindFieldProps = { field: RefObject<HTMLInputElement | null>; onGo?: () => void; hint?: string }

/** One field for part, order and person: it opens a list with its own search filled in. Enter takes the likeliest. */
export function FindField({ field, onGo, hint }: FindFieldProps) {
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const places = placesOf(text, useSession())
  const done = () => {
    setText('')
    onGo?.()
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const [likeliest] = places
    if (!likeliest) return
    done()
    navigate(likeliest.to)
  }
  return (
    <search className="search jump" onKeyDown={walkOnArrows}>
      <form onSubmit={handleSubmit}>
        <label className="vh" htmlFor={id}>
          {FIND}
        </label>
        <input
          ref={field}
          className="in"
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder="Part, order or person"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" aria-label="Find">
          <Search />
        </button>
        {hint ? (
          <span className="jumpkey" aria-hidden="true">
            <kbd>{hint}</kbd>
          </span>
        ) : null}
      </form>
      {places.length ? (
        <ul className="flap" aria-label="Where to look">
          {places.map(({ what, to }) => (
            <li key={to}>
              <Link to={to} onClick={done}>
                {what} <q>{text.trim()}</q>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </search>
  )
}

/** The arrows go from the field to the places under it and back. */
function walkOnArrows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .flap a')]
  const now = stops.findIndex((stop) => stop.matches(':focus'))
  const next = stops[now + (event.key === 'ArrowDown' ? 1 : -1)]
  if (now < 0 || !next) return
  event.preventDefault()
  next.focus()
}

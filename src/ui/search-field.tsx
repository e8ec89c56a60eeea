import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { Search } from './icons.tsx'
import { KeptParams } from './kept-params.tsx'
import { X } from './page-icons.tsx'
import { useTypedBefore } from './use-typed-before.ts'

type SearchFieldProps = {
  label: string
  placeholder?: string
  value: string
  onSearch: (text: string) => void
  /** How long typing must rest before it searches, in milliseconds. */
  delay?: number
  name?: string
  /** The state of the list, which a search without a script leaves as it is. */
  params?: URLSearchParams
}

/** Back and Forward change the search from outside: the field follows, but never an answer to its own typing. */
function useTextOf(value: string) {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }
  return { text, sent, setText, setSent }
}

export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, value, onSearch, delay = 300, name = 'q', params } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { text, sent, setText, setSent } = useTextOf(value)
  useEffect(() => () => clearTimeout(timer.current), [])
  // While typing rests the page may have moved on to another tab or sort, which must stand.
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })

  const search = (words: string) => {
    clearTimeout(timer.current)
    setSent(words.trim())
    latest.current(words.trim())
  }
  const handleType = (words: string) => {
    setText(words)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(words), delay)
  }
  useTypedBefore(id, value, handleType)
  // A tab or a sort that is chosen right after typing keeps the typed search.
  const handleLeave = () => {
    if (text.trim() !== sent) search(text)
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    search(text)
  }
  const handleClear = () => {
    setText('')
    search('')
    input.current?.focus()
  }

  return (
    <search className="search">
      <form onSubmit={handleSubmit}>
        <label className="vh" htmlFor={id}>
          {label}
        </label>
        <input
          ref={input}
          className="in"
          id={id}
          name={name}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={placeholder}
          value={text}
          onChange={(event) => handleType(event.target.value)}
          onBlur={handleLeave}
        />
        {text ? (
          <button type="button" aria-label="Clear" onClick={handleClear}>
            <X />
          </button>
        ) : null}
        <button type="submit" aria-label={label}>
          <Search />
        </button>
        {params ? <KeptParams params={params} but={name} /> : null}
      </form>
    </search>
  )
}

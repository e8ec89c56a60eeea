import { type KeyboardEvent, type Ref, useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { describe, FieldFrame, type FieldTexts } from './field-frame.tsx'
import { X } from './page-icons.tsx'

type TagsFieldProps = FieldTexts & {
  className?: string | undefined
  value: string[]
  onChange: (values: string[]) => void
  ref?: Ref<HTMLInputElement>
}

const valuesIn = (text: string) => text.split(/[,;\n]/).flatMap((one) => one.trim() || [])

/** Several short values in one field: Enter or a comma ends one, Backspace takes the last, and what is typed counts when it is left. */
export function TagsField({ label, hint, error, className, value, onChange, ref }: TagsFieldProps) {
  const id = useId()
  const [text, setText] = useState('')
  const take = (typed: string) => {
    const more = valuesIn(typed)
    if (more.length) onChange([...new Set([...value, ...more])])
    setText('')
  }
  const handleLeave = useEffectEvent(() => take(text))
  useLayoutEffect(() => {
    // Before the form around it keeps its draft: the page goes out of sight after this event, and effects end after this.
    addEventListener('pagehide', handleLeave, true)
    return () => {
      removeEventListener('pagehide', handleLeave, true)
      handleLeave()
    }
  }, [])
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1))
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !text.trim()) return
    event.preventDefault()
    take(text)
  }
  return (
    <FieldFrame {...{ label, hint, error }} className={className ?? ''} id={id}>
      <span className="tags">
        {value.map((one) => (
          <span key={one} className="chip">
            <span>{one}</span>
            <button
              type="button"
              aria-label={`Remove ${one}`}
              onClick={() => onChange(value.filter((other) => other !== one))}
            >
              <X />
            </button>
          </span>
        ))}
        <input
          ref={ref}
          autoComplete="off"
          placeholder="Add, then Enter"
          value={text}
          onChange={({ target }) => (/[,;\n]/.test(target.value) ? take(target.value) : setText(target.value))}
          onKeyDown={handleKey}
          onBlur={() => take(text)}
          {...describe(id, { hint, error })}
        />
      </span>
    </FieldFrame>
  )
}

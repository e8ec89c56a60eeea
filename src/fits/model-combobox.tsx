import './model-combobox.css'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { ask, client } from '../client.ts'
import { describe, FieldFrame } from '../ui/field-frame.tsx'
import { grouped } from '../wire/grouped.ts'
import type { ModelSummary } from './contract.ts'
import { kindName } from './kinds.ts'
import { modelsWord } from './models-word.ts'

const MOST = '6'

type ModelComboboxProps = {
  label: string
  hint?: string
  error?: string | undefined
  value: string
  /** `model` is undefined until one is chosen from the list. */
  onChange: (typed: string, model?: ModelSummary) => void
}

/** Finds a model by its number while it is typed, by the ARIA combobox pattern. */
export function ModelCombobox({ label, hint, error, value, onChange }: ModelComboboxProps) {
  const id = useId()
  const { found, find, forget } = useModelsFound()
  const [active, setActive] = useState(-1)
  const isOpen = found.length > 0
  const close = () => {
    setActive(-1)
    forget()
  }
  const choose = (model: ModelSummary) => {
    onChange(model.number, model)
    close()
  }
  const handleType = (typed: string) => {
    setActive(-1)
    onChange(typed)
    find(typed)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = found[active]
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      choose(chosen)
    } else if (step) {
      event.preventDefault()
      if (isOpen) setActive((now) => (now + step < 0 ? found.length - 1 : (now + step) % found.length))
      else find(value)
    }
  }
  return (
    <FieldFrame {...{ label, hint }} {...(error && { error })} id={id}>
      <input
        className="in"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={60}
        value={value}
        onChange={(event) => handleType(event.target.value)}
        onKeyDown={handleKey}
        onBlur={close}
        {...describe(id, { hint, ...(error && { error }) })}
      />
      <span className="vh" role="status">
        {isOpen ? modelsWord(grouped(found.length)) : ''}
      </span>
      {isOpen ? <ModelList id={id} models={found} active={active} onChoose={choose} /> : null}
    </FieldFrame>
  )
}

type ModelListProps = {
  id: string
  models: ModelSummary[]
  active: number
  onChoose: (model: ModelSummary) => void
}

const ModelList = ({ id, models, active, onChoose }: ModelListProps) => (
  <div className="modelhits" role="listbox" id={`${id}-list`} aria-label="Models">
    {models.map((model, at) => (
      <ModelOption
        key={model.slug}
        id={`${id}-${at}`}
        model={model}
        isActive={at === active}
        onChoose={() => onChoose(model)}
      />
    ))}
  </div>
)

type ModelOptionProps = { id: string; model: ModelSummary; isActive: boolean; onChoose: () => void }

function ModelOption({ id, model, isActive, onChoose }: ModelOptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span>
        {model.maker} <b className="strong">{model.number}</b>
      </span>
      <small>{kindName(model.kind)}</small>
    </div>
  )
}

/** The models whose number contains the typed text; the answer to earlier text is dropped. */
function useModelsFound() {
  const [found, setFound] = useState<ModelSummary[]>([])
  const latest = useRef('')
  const find = async (typed: string) => {
    const q = typed.trim()
    latest.current = q
    // Without an answer the field works without a list.
    const models = q ? await ask(client.models.$get({ query: { q, limit: MOST } })).catch(() => []) : []
    if (latest.current === q) setFound(models)
  }
  const forget = () => {
    latest.current = ''
    setFound([])
  }
  return { found, find, forget }
}

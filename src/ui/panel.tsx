import { type ReactNode, type Ref, useId } from 'react'

type PanelProps = {
  title: string
  hint?: ReactNode
  act?: ReactNode
  /** For a heading that the focus goes to. */
  headRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A part of a dashboard page under its own head. */
export function Panel({ title, hint, act, headRef, children }: PanelProps) {
  const id = useId()
  return (
    <section className="panel top" aria-labelledby={id}>
      <div className="ph">
        <h2 id={id} ref={headRef} tabIndex={headRef ? -1 : undefined}>
          {title}
        </h2>
        {hint ? <span className="hint">{hint}</span> : null}
        {act ? <div className="end">{act}</div> : null}
      </div>
      {children}
    </section>
  )
}

type PanelFormProps = { onSubmit: () => unknown; note?: ReactNode; act: ReactNode; children: ReactNode }

/** A form that is a panel's body, with its act in the panel's foot. */
export function PanelForm({ onSubmit, note, act, children }: PanelFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      <div className="pad tight form">{children}</div>
      <PanelFoot note={note}>{act}</PanelFoot>
    </form>
  )
}

export function PanelFoot({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="pf">
      {note ? <span>{note}</span> : null}
      <div className="end">{children}</div>
    </div>
  )
}

import type { ReactNode } from 'react'

type PreviewProps = { className: string; children: ReactNode; hint?: string }

/** What is being written, as readers will see it: the only item of a list of reviews. */
export const Preview = ({ className, children, hint }: PreviewProps) => (
  <section aria-labelledby="preview">
    <h2 className="lab" id="preview">
      Preview
    </h2>
    <ul className={className}>
      <li>{children}</li>
    </ul>
    {hint ? <p className="hint mt-4">{hint}</p> : null}
  </section>
)

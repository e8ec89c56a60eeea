import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'

/**
 * A part of a page whose script is fetched after that of the page. The document has the part whole, and it stays as it is
 * until its script is there, also when that cannot be fetched: props that have changed meanwhile show from then on.
 */
export function later<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy<ComponentType<Props>>(() =>
    fetchPart().then(
      (part) => ({ default: part }),
      () => new Promise<never>(() => undefined),
    ),
  )
  return function Later(props: Props) {
    const [isHere, setHere] = useState(false)
    const part = (
      <Suspense>
        <Part {...props} />
        <Arrival onArrive={setHere} />
      </Suspense>
    )
    // The same element: React would drop the HTML of a part that renders again before its script is there.
    const [atFirst] = useState(part)
    return isHere ? part : atFirst
  }
}

/** Is mounted with the part beside it. */
function Arrival({ onArrive }: { onArrive: (isHere: true) => void }) {
  useEffect(() => onArrive(true), [onArrive])
  return null
}

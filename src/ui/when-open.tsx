import { type ComponentType, lazy, Suspense, useState } from 'react'

/** A box that is fetched, with all it needs, when it first opens; then it stays, so that it can close. */
export function whenOpen<Props extends { open: boolean }>(box: () => Promise<{ default: ComponentType<Props> }>) {
  const Box: ComponentType<Props> = lazy(box)
  return function WhenOpen(props: Props) {
    const [wanted, setWanted] = useState(props.open)
    if (props.open && !wanted) setWanted(true)
    if (!wanted) return null
    return (
      <Suspense>
        <Box {...props} />
      </Suspense>
    )
  }
}

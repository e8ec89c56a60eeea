import { type ComponentType, lazy, memo, Suspense } from 'react'

/**
 * A part of a page whose script is fetched after that of the page. The document has the part whole, and it stays as it is
 * when its script cannot be fetched. Other props before that take the part away until its script is there, so that it never
 * shows what is not true any more; hence the `memo`, and callbacks in the props must be stable.
 */
export function later<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy<ComponentType<Props>>(() =>
    fetchPart().then(
      (part) => ({ default: part }),
      () => new Promise<never>(() => undefined),
    ),
  )
  function Later(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
  return memo(Later)
}

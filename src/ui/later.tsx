import { type ComponentType, lazy, Suspense } from 'react'

/**
 * A part of a page whose script is fetched after that of the page. The document has the part whole, and it stays as it is
 * when its script cannot be fetched.
 */
export function later<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy<ComponentType<Props>>(() =>
    fetchPart().then(
      (part) => ({ default: part }),
      () => new Promise<never>(() => undefined),
    ),
  )
  return function Later(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}

import { useSearchParams } from 'react-router'

/** Which order is open beside the list. It is in the URL, so that Back closes it. */
export function useOrderPane() {
  const [params, setParams] = useSearchParams()
  const number = params.get('order') ?? ''
  const show = (next: string | undefined) =>
    setParams(
      (now) => {
        next ? now.set('order', next) : now.delete('order')
        return now
      },
      { preventScrollReset: true, replace: number !== '' },
    )
  return { isOpen: number !== '', open: (next: string) => show(next), close: () => show(undefined) }
}

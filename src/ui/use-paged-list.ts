import { useEffect } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { grouped } from '../wire/grouped.ts'
import { shownTotal } from '../wire/list-totals.ts'

type Shown = { total: string; page: number; rows: number; aPage: number }

/**
 * What a paged list shows of itself, and the URL that holds its state: page, search, sort and filter are its
 * parameters. `total` is `1284`, or `10000+` where counting stopped.
 */
export function usePagedList({ total, page, rows, aPage }: Shown) {
  const [shown, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const { state, location: next } = useNavigation()
  const isLoading = state === 'loading'
  // A search or tab that is still loading must not be lost to the next one.
  const params = next?.pathname === pathname ? new URLSearchParams(next.search) : shown
  const count = Number.parseInt(total, 10)
  const all = shownTotal(total)
  const plus = all.endsWith('+') ? '+' : ''
  const pages = Math.max(1, Math.ceil(count / aPage))
  const first = (page - 1) * aPage + 1

  const change = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(params)
    next.delete('page')
    for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name)
    // Synchronously, so that a tab chosen in the same moment keeps this change.
    setParams(next, { preventScrollReset: true, flushSync: true })
  }
  /** The address of a tab: the list as it is, from its first page, by this filter or by none. */
  const tab = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(params)
    next.delete('page')
    value ? next.set(name, value) : next.delete(name)
    return `?${next}`
  }
  /** The address of the list as it is, with one more thing said. */
  const withMore = (name: string, value: string) => {
    const next = new URLSearchParams(params)
    next.set(name, value)
    return `?${next}`
  }
  const to = (number: number) => {
    if (number < 1 || number > pages) return undefined
    const next = new URLSearchParams(params)
    if (number > 1) next.set('page', String(number))
    else next.delete('page')
    return `?${next}`
  }
  // The last page may have become empty.
  useLastPage(rows === 0 && count > 0 && page > pages ? pages : undefined)
  return {
    params,
    change,
    tab,
    with: withMore,
    isLoading,
    all,
    range: rows ? `${grouped(first)} to ${grouped(first + rows - 1)}` : '',
    pagination: { label: `Page ${page} of ${pages}${plus}`, previous: to(page - 1), next: to(page + 1) },
  }
}

/** Goes to this page, if it exists. */
function useLastPage(page: number | undefined) {
  const [, setParams] = useSearchParams()
  useEffect(() => {
    if (!page) return
    setParams(
      (now) => {
        now.set('page', String(page))
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }, [page, setParams])
}

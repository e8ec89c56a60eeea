import { type Page, totalHeader } from '../wire/listing.ts'

/** X-Total-Count, X-Search-Mended (as in an address), and Link to the next page: by cursor, or by number when the request named a page. */
export function pageHeaders(url: string, { next, total, mended }: Page<unknown>): Record<string, string> {
  const page = Number(new URL(url).searchParams.get('page') ?? 0)
  const links: string[] = []
  if (next) links.push(page ? link(url, 'next', { page: String(page + 1) }) : link(url, 'next', { cursor: next }))
  if (page > 1) links.push(link(url, 'prev', { page: String(page - 1) }))
  return {
    ...(links.length > 0 && { Link: links.join(', ') }),
    ...(total && { 'X-Total-Count': totalHeader(total) }),
    ...(mended && { 'X-Search-Mended': encodeURIComponent(mended) }),
  }
}

function link(url: string, rel: string, place: Record<string, string>) {
  const { pathname, searchParams } = new URL(url)
  for (const [name, value] of Object.entries(place)) searchParams.set(name, value)
  return `<${pathname}?${searchParams}>; rel="${rel}"`
}

/** The cursor of the next page, from the `Link: <…>; rel="next"` header. */
export function nextCursor(headers: Headers) {
  const next = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return next ? (new URL(next, 'http://shop').searchParams.get('cursor') ?? undefined) : undefined
}

import type { MetaDescriptor } from 'react-router'

type Match = { id: string; loaderData?: unknown } | undefined
type PageMeta = {
  /** The complete title, as in `Products · Refrigerator House`. */
  title: string
  description: string
  /** The one address of the page: its path, with the query only where that makes another page. */
  path: string
  /** A path of ours or an https address. */
  image?: string
  noindex?: boolean
  /** The matches that `meta` receives: the root's data holds the configured origin. */
  matches: readonly Match[]
}

/** Drawings are SVG, which no reader of cards shows. */
const CARD = '/og.png'
const cardOf = (image = CARD) => (image.endsWith('.svg') ? CARD : image)

/** Title, description, canonical address and Open Graph card of a page. */
export function pageMeta({ title, description, path, image, noindex, matches }: PageMeta): MetaDescriptor[] {
  const origin = originOf(matches)
  // Not resolved against the origin: a path that begins with // would name a host.
  const url = new URL(`${origin}${path}`).href
  const about: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Parts House' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: new URL(cardOf(image), origin).href },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
  return [...about, noindex ? { name: 'robots', content: 'noindex' } : { tagName: 'link', rel: 'canonical', href: url }]
}

export function originOf(matches: readonly Match[]) {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { origin?: string } | undefined
  return root?.origin ?? 'http://localhost'
}

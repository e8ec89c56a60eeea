import type { Store, WithContext } from 'schema-dts'
import { originOf } from '../document/meta.ts'
import type { Review } from './contract.ts'

/** JSON-LD of the shop: its name, and the rating of the reviews on the page. */
export function shopJsonLd(reviews: Review[], matches: Parameters<typeof originOf>[0]) {
  const origin = originOf(matches)
  const sum = reviews.reduce((total, { review }) => total + review, 0)
  const shop: WithContext<Store> = {
    '@context': 'https://schema.org',
    '@type': 'Store',
    name: 'Parts House',
    url: origin,
    image: `${origin}/drawings/logo.svg`,
    ...(reviews.length > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: Number((sum / reviews.length).toFixed(1)),
        ratingCount: reviews.length,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  }
  return [{ 'script:ld+json': shop as object }]
}

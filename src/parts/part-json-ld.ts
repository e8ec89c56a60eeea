import type { BreadcrumbList, Offer, Product as ProductThing, UnitPriceSpecification, WithContext } from 'schema-dts'
import { originOf } from '../document/meta.ts'
import type { Product } from '../products/contract.ts'
import { productPath } from '../products/product-path.ts'
import { isSoldOut } from '../products/quantity.ts'
import type { PartPage } from './contract.ts'

/** JSON-LD of a part's page: the product with its offer and price breaks, and its breadcrumb. */
export function partJsonLd(
  { product, top, leaf, reviews: { rating } }: PartPage,
  matches: Parameters<typeof originOf>[0],
) {
  const origin = originOf(matches)
  const url = `${origin}${productPath(product.slug)}`
  const thing: WithContext<ProductThing> = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    image: new URL(product.img, origin).href,
    url,
    ...(product.number && { mpn: product.number, sku: product.number }),
    ...(product.maker && { brand: { '@type': 'Brand', name: product.maker } }),
    ...(leaf && { category: [top?.name, leaf.name].filter(Boolean).join(' > ') }),
    ...(product.weightGrams && {
      weight: { '@type': 'QuantitativeValue', value: product.weightGrams, unitCode: 'GRM' },
    }),
    offers: offerOf(product, url),
    ...(rating.average && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: rating.average,
        reviewCount: rating.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  }
  const places = [top, leaf].flatMap((one) => (one ? [one] : []))
  const crumbs: WithContext<BreadcrumbList> = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { name: 'Products', item: `${origin}/products` },
      ...places.map(({ name, slug }) => ({
        name,
        item: `${origin}/products?${new URLSearchParams({ category: slug })}`,
      })),
      { name: product.number ?? product.name, item: url },
    ].map((crumb, at) => ({ '@type': 'ListItem', position: at + 1, ...crumb })),
  }
  return [{ 'script:ld+json': thing as object }, { 'script:ld+json': crumbs as object }]
}

const offerOf = (product: Product, url: string): Offer => ({
  '@type': 'Offer',
  url,
  priceCurrency: 'USD',
  price: product.unitPrice,
  eligibleQuantity: { '@type': 'QuantitativeValue', minValue: product.minOrder },
  availability: isSoldOut(product) ? 'https://schema.org/OutOfStock' : 'https://schema.org/InStock',
  ...(product.priceBreaks.length > 0 && { priceSpecification: pricesOf(product) }),
})

/** Each price is of one minimum order, from so many pieces on. */
function pricesOf({ unitPrice, minOrder, priceBreaks }: Product): UnitPriceSpecification[] {
  const steps = [{ from: minOrder, unitPrice }, ...priceBreaks.filter(({ from }) => from > minOrder)]
  return steps.map(({ from, unitPrice }, at) => {
    const next = steps[at + 1]
    return {
      '@type': 'UnitPriceSpecification',
      price: unitPrice,
      priceCurrency: 'USD',
      referenceQuantity: { '@type': 'QuantitativeValue', value: minOrder, unitCode: 'C62' },
      eligibleQuantity: {
        '@type': 'QuantitativeValue',
        minValue: from,
        ...(next && { maxValue: next.from - 1 }),
        unitCode: 'C62',
      },
    }
  })
}

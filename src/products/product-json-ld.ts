import type { BreadcrumbList, Product as ProductThing, WithContext } from 'schema-dts'
import { originOf } from '../document/meta.ts'
import type { Product } from './contract.ts'
import { productPath } from './product-path.ts'
import { isSoldOut } from './quantity.ts'

/** JSON-LD of a product page: the product with its offer, and its breadcrumb. */
export function productJsonLd(product: Product, matches: Parameters<typeof originOf>[0]) {
  const origin = originOf(matches)
  const url = `${origin}${productPath(product._id)}`
  const thing: WithContext<ProductThing> = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    image: new URL(product.img, origin).href,
    ...(product.number && { mpn: product.number, sku: product.number }),
    offers: {
      '@type': 'Offer',
      url,
      priceCurrency: 'USD',
      price: product.unitPrice,
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: product.minOrder },
      availability: isSoldOut(product) ? 'https://schema.org/OutOfStock' : 'https://schema.org/InStock',
    },
  }
  const crumbs: WithContext<BreadcrumbList> = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Products', item: `${origin}/products` },
      { '@type': 'ListItem', position: 2, name: product.name, item: url },
    ],
  }
  return [{ 'script:ld+json': thing as object }, { 'script:ld+json': crumbs as object }]
}

import type { BreadcrumbList, WithContext } from 'schema-dts'
import { originOf } from '../document/meta.ts'

/** JSON-LD of a page's breadcrumb. */
export function breadcrumbJsonLd(steps: { name: string; path: string }[], matches: Parameters<typeof originOf>[0]) {
  const origin = originOf(matches)
  const crumbs: WithContext<BreadcrumbList> = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: `${origin}${path}`,
    })),
  }
  return { 'script:ld+json': crumbs as object }
}

import { href } from 'react-router'
import { askPath } from '../products/product-path.ts'
import { Empty } from '../ui/empty.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { chipsOf } from './chosen.ts'
import type { Facets } from './contract.ts'

type NoPartsProps = { params: URLSearchParams; facets: Facets | undefined }

/** Says that nothing matches, and offers other ways. */
export function NoParts({ params, facets }: NoPartsProps) {
  const last = chipsOf(params, facets).findLast(({ label }) => label !== 'Search')
  const q = params.get('q')
  const all = (
    <LinkButton variant={last || q ? 'plain' : 'ink'} to={href('/products')}>
      Show all products
    </LinkButton>
  )
  if (!last) {
    if (!q) return <Empty action={all}>There are no products on this page.</Empty>
    return (
      <Empty
        action={
          <div className="acts">
            <LinkButton variant="ink" to={askPath({ q })}>
              Ask us for it
            </LinkButton>
            <LinkButton to={href('/models')}>Find it by the model</LinkButton>
            {all}
          </div>
        }
      >
        No product is called “{q}”.
      </Empty>
    )
  }
  return (
    <Empty
      action={
        <div className="acts">
          <LinkButton variant="ink" to={`?${last.without}`}>
            Take that filter away
          </LinkButton>
          {all}
        </div>
      }
    >
      No part is all of this at once.
      <br />
      <span className="soft s14">Try it without “{[last.label, last.value].filter(Boolean).join(', ')}”.</span>
    </Empty>
  )
}

import { href } from 'react-router'
import { modelPath } from '../fits/model-path.ts'
import { askPath } from '../products/product-path.ts'
import { Empty } from '../ui/empty.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { chipsOf } from './chosen.ts'
import type { Facets } from './contract.ts'

type NoPartsProps = { params: URLSearchParams; facets: Facets | undefined }

/** Says that nothing matches, and offers other ways. */
export function NoParts({ params, facets }: NoPartsProps) {
  const chips = chipsOf(params, facets)
  const last = chips.findLast(({ label }) => label !== 'Search')
  const q = params.get('q')
  const all = (
    <LinkButton variant={last || q ? 'plain' : 'ink'} to={href('/products')}>
      Show all products
    </LinkButton>
  )
  const fits = params.get('fits')
  if (q && fits && last && chips.length === 2) return <NoneOfModel q={q} model={fits} anywhere={`?${last.without}`} />
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

type NoneOfModelProps = { q: string; model: string; anywhere: string }

/** What names no part of a model may be what is wrong with it. */
const NoneOfModel = ({ q, model, anywhere }: NoneOfModelProps) => (
  <Empty
    action={
      <div className="acts">
        {/* A client's redirect to the model's own spelling would drop the place in the page. */}
        <LinkButton variant="ink" to={`${modelPath(model)}#symptoms`} reloadDocument>
          What is wrong with it?
        </LinkButton>
        <LinkButton to={askPath({ q, model })}>Ask us for it</LinkButton>
        <LinkButton to={anywhere}>Search all products</LinkButton>
      </div>
    }
  >
    Nothing in the {model} is called “{q}”.
  </Empty>
)

import { href } from 'react-router'
import { FitMark } from '../fits/fit-mark.tsx'
import type { Product } from '../products/contract.ts'
import { priceEach } from '../products/per-pieces.ts'
import { askPath } from '../products/product-path.ts'
import { useOwnPrice } from '../sums/use-own-prices.ts'
import { useTaxWord } from '../sums/use-tax-word.ts'
import { Picture } from '../ui/picture.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type Hit, type HitGroup, typedPart } from './hits.ts'

type ListProps = { id: string; q: string; groups: HitGroup[]; active: number; onFollow: (to: string) => void }

/** A press on a row must not take the focus from the field. */
export function SuggestionList({ id, q, groups, active, onFollow }: ListProps) {
  const taxWord = useTaxWord()
  let place = 0
  return (
    <div role="listbox" id={id} aria-label="Suggestions">
      {groups.map(({ name, label = name, unit, hits }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, which no element is
        <div key={name} role="group" aria-labelledby={`${id}${name}`}>
          <div className="lab" id={`${id}${name}`}>
            <span>{label}</span>
            <span aria-hidden="true">{unit && `${unit}${taxWord}`}</span>
          </div>
          {hits.map((hit) => {
            const at = place++
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active option
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={`${hit.to} ${hit.title}`}
                role="option"
                id={`${id}${at}`}
                aria-selected={at === active}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onFollow(hit.to)}
              >
                <HitRow hit={hit} q={q} />
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function HitRow({ hit: { title, note, image, part }, q }: { hit: Hit; q: string }) {
  const typed = typedPart(title, q)
  return (
    <>
      {image ? (
        <Picture className={part ? 'thumb' : 'kind'} src={image} alt="" width={40} height={40} />
      ) : (
        <span className="no" aria-hidden="true">
          ?
        </span>
      )}
      <span>
        <b>
          <mark>{typed}</mark>
          {title.slice(typed.length)}
        </b>
        <small>{note}</small>
      </span>
      <span className="wide">{part ? <FitMark product={part._id} /> : null}</span>
      <span className="n">{part ? <Each part={part} /> : null}</span>
    </>
  )
}

function Each({ part }: { part: Product }) {
  const { unitPrice, minOrder } = useOwnPrice(part)
  return priceEach(unitPrice / minOrder)
}

export const SuggestionKeys = () => (
  <p className="keys" aria-hidden="true">
    <span>Up, Down: choose</span>
    <span>Enter: open</span>
    <span>Escape: close</span>
    <span>Enter without a choice: all parts</span>
  </p>
)

export const SuggestionSkeleton = () => (
  <div className="sug" aria-busy="true">
    <div className="lab">
      <span>Parts</span>
    </div>
    {[0, 1, 2].map((row) => (
      <div key={row} className="waits">
        <Skeleton width={40} height={40} />
        <span>
          <Skeleton width={96} height={14} className="my-[3px] block" />
          <Skeleton width={200} height={10} className="block" />
        </span>
        <span className="wide" />
        <Skeleton width={48} height={14} className="ml-auto" />
      </div>
    ))}
  </div>
)

type NothingProps = { q: string; onFollow: (to: string) => void }

export function NothingFound({ q, onFollow }: NothingProps) {
  const way = (to: string, words: string) => (
    <a
      href={to}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.preventDefault()
        onFollow(to)
      }}
    >
      {words}
    </a>
  )
  return (
    <div className="sug" role="status">
      <p>
        <b>No part, model or symptom reads “{q}”.</b>
      </p>
      <p>
        {way(href('/models'), 'Find it in the drawing of your appliance')}, {way(askPath({ q }), 'ask us for it')}, or
        write a part of the number or of the name.
      </p>
    </div>
  )
}

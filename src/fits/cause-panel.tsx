import { Link } from 'react-router'
import { AddForm } from '../carts/add-form.tsx'
import type { Product } from '../products/contract.ts'
import { pcs, priceEach } from '../products/per-pieces.ts'
import { type ForModel, productPath } from '../products/product-path.ts'
import { isSoldOut } from '../products/quantity.ts'
import { useOwnPrice } from '../sums/use-own-prices.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Picture } from '../ui/picture.tsx'
import { grouped } from '../wire/grouped.ts'
import { fitOf } from './fit.ts'
import { FitStatus } from './fit-mark.tsx'
import { neededOf } from './needed.ts'
import { isForSerial, rangeWords, type ShownCause, type ShownPart } from './shown-model.ts'

const DIFFICULTY = ['', 'Easy', 'Fair', 'Hard', 'For certified people']
const SEGMENTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

export const percentWord = (percent: number) => `${percent}\u00a0%`

/** A likelihood as ten segments, beside its number. */
export const Odds = ({ percent }: { percent: number }) => (
  <span className="odds" aria-hidden="true">
    {SEGMENTS.map((segment) => (
      <i key={segment} className={segment <= Math.max(1, Math.round(percent / 10)) ? 'f' : undefined} />
    ))}
  </span>
)

type CausePanelProps = { cause: ShownCause; rank: number; of: Required<ForModel>; onAdd: () => void }

/** A likely cause with its test and its part; the first is expanded. */
export function CausePanel({ cause, rank, of, onAdd }: CausePanelProps) {
  const parts = cause.parts.filter((part) => isForSerial(part, of.serial))
  return (
    <article className="cause" id={`cause-${rank}`}>
      <div>
        <header>
          <span className="bal" aria-hidden="true">
            {rank}
          </span>
          <h3>
            <span className="vh">{rank}. </span>
            {cause.name}
          </h3>
          <span className="lik">
            <Odds percent={cause.percent} />
            {percentWord(cause.percent)}
          </span>
          <p>{cause.what}</p>
        </header>
        <dl className="tb">
          <div>
            <dt className="lab">Difficulty</dt>
            <dd>{DIFFICULTY[cause.difficulty]}</dd>
          </div>
          <div>
            <dt className="lab">Minutes</dt>
            <dd>{cause.minutes}</dd>
          </div>
          <div>
            <dt className="lab">Tools</dt>
            <dd>{cause.tools.join(', ') || 'none'}</dd>
          </div>
        </dl>
        {cause.safety ? <p className="near">{cause.safety}</p> : null}
        <details open={rank === 1}>
          <summary>How to test it</summary>
          <ol>
            {stepsOf(cause.test).map((step) => (
              <li key={step}>
                <span>{step}</span>
              </li>
            ))}
          </ol>
        </details>
      </div>
      <div className="part">
        {parts.length === 0 ? <p className="soft">We sell no part for it.</p> : null}
        {parts.map((part, at) => (
          <PartOfCause
            key={`${part.product._id} ${part.fromSerial}`}
            part={part}
            of={of}
            isFirst={rank === 1 && at === 0}
            onAdd={onAdd}
          />
        ))}
      </div>
    </article>
  )
}

/** Each sentence is a step. */
const stepsOf = (test: string) => test.split(/(?<=[.;]) (?=[A-Z])/)

type PartOfCauseProps = { part: ShownPart; of: Required<ForModel>; isFirst: boolean; onAdd: () => void }

/** How few one can buy, where that is not one piece. */
const leastOf = ({ minOrder, multiple }: Pick<Product, 'minOrder' | 'multiple'>) => {
  if (minOrder === 1) return ''
  return minOrder === multiple ? `, box of ${minOrder}` : `, from ${pcs(minOrder)}`
}

function PartOfCause({ part, of, isFirst, onAdd }: PartOfCauseProps) {
  const { note } = part
  const product = useOwnPrice(part.product)
  const { fit } = fitOf({ rows: [{ section: '', position: '', ...part }], isOfOtherKind: false }, of.serial)
  const path = productPath(product.slug, of)
  const isOut = isSoldOut(product)
  const words = [product.number, note, isOut ? 'sold out' : `${grouped(product.stock)} in stock`]
  return (
    <div>
      <Link className="pn" to={path} prefetch="intent">
        <Picture className="thumb" src={product.img} alt="" width={48} height={48} />
        <span>
          {product.name}
          <span className="code">{words.filter(Boolean).join(', ')}</span>
        </span>
      </Link>
      <p className="my-2">
        {fit === 'fits' ? <FitStatus fit={fit} /> : <span className="s12">For serial numbers {rangeWords(part)}</span>}
      </p>
      <div className="buyline">
        <span>
          <b>{priceEach(product.unitPrice / product.minOrder)}</b> <span className="lab">each{leastOf(product)}</span>
        </span>
        {isOut ? (
          <LinkButton size="sm" variant="ink" to={path} aria-label={`See ${product.number ?? product.name}`}>
            See
          </LinkButton>
        ) : (
          <AddForm part={product} fixed={neededOf(part)} of={of} variant={isFirst ? 'key' : 'ink'} onAdd={onAdd} />
        )}
      </div>
    </div>
  )
}

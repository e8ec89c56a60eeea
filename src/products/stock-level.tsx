import { grouped } from '../wire/grouped.ts'
import type { StoredProduct } from './contract.ts'

const FULL = 10

/** The stock beside its gauge, which is full at ten minimum orders. */
export function StockLevel({ stock, minOrder }: Pick<StoredProduct, 'stock' | 'minOrder'>) {
  const full = Math.min(1, stock / (minOrder * FULL))
  const short = shortOf({ stock, minOrder })
  return (
    <span className="stock">
      <span className="pieces">{grouped(stock)}</span>
      <svg className={short ? 'lvl under' : 'lvl'} aria-hidden="true">
        <rect className="o" y="2" width="100%" height="8" />
        <rect className="f" y="2" width={`${(full * 100).toFixed(1)}%`} height="8" />
        <line className="t" x1="10%" x2="10%" y1="-1" y2="13" />
      </svg>
      {short ? <small>{short}</small> : null}
    </span>
  )
}

function shortOf({ stock, minOrder }: Pick<StoredProduct, 'stock' | 'minOrder'>) {
  if (stock === 0) return 'Sold out'
  return stock < minOrder ? 'Too few for one order' : undefined
}

import { Link } from 'react-router'
import type { Product } from '../products/contract.ts'
import { priceEach } from '../products/per-pieces.ts'
import { productPath } from '../products/product-path.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Picture } from '../ui/picture.tsx'
import type { Slide } from './home-content.ts'

type SlideContentProps = { slide: Slide; products: Product[]; isFirst: boolean }

/** A slide: what it says, its drawing, and the price list of the parts in it, numbered where the drawing numbers them. */
export function SlideContent({ slide, products, isFirst }: SlideContentProps) {
  const Heading = isFirst ? 'h1' : 'h2'
  const listed = slide.partNumbers.flatMap((number) => products.find((product) => product.number === number) ?? [])
  return (
    <>
      <div className="say">
        <Heading>{slide.heading}</Heading>
        <p>{slide.paragraph}</p>
        <LinkButton variant="key" size="lg" to={slide.link}>
          Get Started
        </LinkButton>
      </div>
      <div className="fig">
        <Picture
          src={slide.image}
          alt={isFirst ? 'Section through a refrigerator with fourteen numbered parts' : ''}
          width={560}
          height={isFirst ? 519 : 560}
          priority={isFirst}
        />
      </div>
      <div className="plist">
        <p className="lab">
          <span>{isFirst ? 'Part, as numbered' : 'In this group'}</span>
          <span>Price each</span>
        </p>
        <ol className={isFirst ? undefined : 'few'}>
          {listed.map((product, place) => (
            <li key={product._id}>
              <Link to={productPath(product.slug)} prefetch="intent">
                {isFirst ? <i>{place + 1}</i> : null}
                <b>{product.name}</b>
                {isFirst ? null : <small className="code">{product.number}</small>}
                <u />
                <span className="n">{priceEach(product.unitPrice / product.minOrder).replace('$', '')}</span>
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

import { href, Link } from 'react-router'
import { productPath } from '../products/product-path.ts'
import { Button } from '../ui/button.tsx'
import { ChevronRight } from '../ui/icons.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { grouped } from '../wire/grouped.ts'
import type { PartReviews, Rating } from './part-contract.ts'
import { PartReviewWords } from './part-review-words.tsx'
import { useHiding } from './use-hiding.tsx'

type PartReviewsSectionProps = { slug: string; page: PartReviews; isFurther: boolean }

/** What is said of a part, newest first; a further page has an address of its own. */
export function PartReviewsSection({ slug, page: { rating, reviews, next }, isFurther }: PartReviewsSectionProps) {
  const hiding = useHiding(reviews)
  return (
    <section id="reviews">
      <div className="head">
        <h2>Reviews</h2>
        <Link className="more" to={href('/review/:id', { id: slug })} prefetch="intent">
          Review this part
        </Link>
      </div>
      {rating.count === 0 ? (
        <p className="soft">Nobody has reviewed this part yet.</p>
      ) : (
        <div className="halves side3">
          <Distribution rating={rating} />
          <div>
            <ul className="words panel top">
              {reviews.map((review) => (
                <li key={review._id}>
                  <PartReviewWords review={review}>
                    {hiding.may ? (
                      <Button
                        size="sm"
                        className="justify-self-start"
                        aria-label={`Hide the review by ${review.name}`}
                        onClick={() => hiding.ask({ what: 'review', id: review._id, hidden: true })}
                      >
                        Hide
                      </Button>
                    ) : null}
                  </PartReviewWords>
                </li>
              ))}
            </ul>
            <Further slug={slug} of="reviews" next={next} isFurther={isFurther} />
          </div>
        </div>
      )}
      {hiding.dialog}
    </section>
  )
}

function Distribution({ rating: { average, count, stars } }: { rating: Rating }) {
  return (
    <div>
      <p className="mb-4">
        <span className="amt">{average?.toFixed(1)}</span>{' '}
        <span className="hint">
          of 5, from {grouped(count)} {count === 1 ? 'review' : 'reviews'}
        </span>
      </p>
      <dl className="dist">
        {[5, 4, 3, 2, 1].map((star) => {
          const of = stars[star - 1] ?? 0
          return (
            <div key={star}>
              <dt className="n">{star}</dt>
              <dd aria-hidden="true">
                <i style={{ '--p': `${(of / count) * 100}%` } as object} />
              </dd>
              <dd className="n hint">{grouped(of)}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

type FurtherProps = { slug: string; of: 'reviews' | 'questions'; next: string | null; isFurther: boolean }

/** The ways to what is older, and back to the newest. */
export function Further({ slug, of, next, isFurther }: FurtherProps) {
  if (!next && !isFurther) return null
  return (
    <nav className="pages" aria-label={`Pages of ${of}`}>
      {isFurther ? <LinkButton to={`${productPath(slug)}#${of}`}>Newest</LinkButton> : null}
      {next ? (
        <LinkButton variant="ink" to={`${productPath(slug)}?${new URLSearchParams({ [of]: next })}#${of}`}>
          Older
          <ChevronRight />
        </LinkButton>
      ) : null}
    </nav>
  )
}

import { href, Link } from 'react-router'
import { Pager } from '../ui/bullet-rail.tsx'
import { Empty } from '../ui/empty.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Picture } from '../ui/picture.tsx'
import { Reading } from '../ui/reading.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Review } from './contract.ts'

const SHOWN = 20
const AVATAR = '/drawings/avatar.svg'

/** The first 20 as the call answers them, reversed: newest first. */
export function ReviewCarousel({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) {
    return (
      <Empty action={<LinkButton to={href('/dashboard/review')}>Add A Review</LinkButton>}>
        Nobody has written a review yet.
      </Empty>
    )
  }
  const items = reviews
    .slice(0, SHOWN)
    .reverse()
    .map((review) => ({ id: review._id, content: <ReviewContent review={review} /> }))
  return <Pager label="Customer reviews" items={items} name={(page, pages) => `Reviews, page ${page} of ${pages}`} />
}

type Shown = Pick<Review, 'name' | 'img' | 'description' | 'review'> & Partial<Pick<Review, 'product' | 'staff'>>

/** One review; also the preview of Add A Review. */
export function ReviewContent({ review: { name, img, description, review, product, staff } }: { review: Shown }) {
  return (
    <>
      <p>{description}</p>
      <div className="who">
        <Picture className="ava" src={img ?? AVATAR} alt="" width={40} height={40} />
        <div>
          <b>{name}</b> {staff ? <Tag>works here</Tag> : null}
          <Reading value={review} label={`Ratings: ${review}`} />
          {product ? (
            <p className="s14">
              About <Link to={href('/purcess/:id', { id: product._id })}>{product.name}</Link>
            </p>
          ) : null}
        </div>
      </div>
    </>
  )
}

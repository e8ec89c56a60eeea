import { Pager } from '../ui/pager.tsx'
import { Picture } from '../ui/picture.tsx'
import { Reading } from '../ui/reading.tsx'
import type { Review } from './contract.ts'

const SHOWN = 20
const AVATAR = '/drawings/avatar.svg'

/** The first 20 as the call answers them, reversed: newest first. */
export function ReviewCarousel({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return <p className="soft">Nobody has written a review yet.</p>
  const items = reviews
    .slice(0, SHOWN)
    .reverse()
    .map((review) => ({ id: review._id, content: <ReviewContent review={review} /> }))
  return <Pager label="Customer reviews" items={items} name={(page, pages) => `Reviews, page ${page} of ${pages}`} />
}

type Shown = Pick<Review, 'name' | 'img' | 'description' | 'review'>

/** One review; also the preview of Add A Review. */
export function ReviewContent({ review: { name, img, description, review } }: { review: Shown }) {
  return (
    <>
      <p>{description}</p>
      <div className="who">
        <Picture className="ava" src={img ?? AVATAR} alt="" width={40} height={40} />
        <div>
          <b>{name}</b>
          <Reading value={review} label={`Ratings: ${review}`} />
        </div>
      </div>
    </>
  )
}

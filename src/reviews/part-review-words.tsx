import type { ReactNode } from 'react'
import { dayInUtc } from '../ui/format-time.ts'
import { Reading } from '../ui/reading.tsx'
import { Status } from '../ui/status.tsx'
import { Tag } from '../ui/tag.tsx'
import type { PartReview } from './part-contract.ts'

const FITTED_WORDS = { yes: 'it fitted', 'with-work': 'it fitted with work', no: 'it did not fit' } as const

type Shown = Omit<PartReview, '_id' | 'createdAt' | 'photos'> & Partial<Pick<PartReview, 'createdAt' | 'photos'>>

/** Who reviewed a part, and what they say; photos come from elsewhere, so they are fetched when they are asked for. */
export function PartReviewWords({ review, children }: { review: Shown; children?: ReactNode }) {
  const { name, staff, verified, rating, title, words, photos = [], createdAt } = review
  return (
    <>
      <div className="meta">
        <b>
          {name} {staff ? <Tag>works here</Tag> : null}
        </b>
        <Reading value={rating} label={`Ratings: ${rating}`} />
        {verified ? (
          <Status kind="full" className="sm">
            Verified purchase
          </Status>
        ) : null}
        {usedFor(review)}
        {createdAt ? <time dateTime={createdAt}>{dayInUtc(createdAt)}</time> : null}
        {children}
      </div>
      <div className="say1">
        {title ? <h3>{title}</h3> : null}
        <p className="wrap-anywhere whitespace-pre-line">{words}</p>
        {photos.length > 0 ? (
          <details className="mt-2">
            <summary>{photos.length === 1 ? 'A photo' : `${photos.length} photos`}, from another site</summary>
            {photos.map((photo, at) => (
              <img
                key={photo}
                className="mt-2"
                src={photo}
                alt={`By ${name}, ${at + 1} of ${photos.length}`}
                width={320}
                loading="lazy"
                referrerPolicy="no-referrer"
              />
            ))}
          </details>
        ) : null}
      </div>
    </>
  )
}

function usedFor({ model, fitted }: Shown) {
  const said = [model ? `for ${model}` : '', fitted ? FITTED_WORDS[fitted] : ''].filter(Boolean)
  return said.length > 0 ? <span>{said.join(', ')}</span> : null
}

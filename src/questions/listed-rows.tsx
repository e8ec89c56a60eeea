import { Link } from 'react-router'
import { productPath } from '../products/product-path.ts'
import type { ListedReview } from '../reviews/contract.ts'
import type { Hiding } from '../reviews/hide-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { dayInUtc } from '../ui/format-time.ts'
import { Reading } from '../ui/reading.tsx'
import type { ListedQuestion } from './contract.ts'
import { QuestionWords } from './question-words.tsx'

type OnHide = (asked: Hiding) => void
type QuestionRowProps = { question: ListedQuestion; onHide: OnHide; onAnswer: (question: ListedQuestion) => void }

/** A question in the shop's list, with its part and its buttons. */
export function ListedQuestionRow({ question, onHide, onAnswer }: QuestionRowProps) {
  const { _id, name, product, hidden } = question
  return (
    <li>
      <QuestionWords question={question} onHide={hidden ? undefined : onHide}>
        <p className="hint mt-2">
          About <Link to={`${productPath(product.slug)}#questions`}>{product.number ?? product.name}</Link>
        </p>
        {hidden ? (
          <Button
            size="sm"
            className="mt-2"
            aria-label={`Show the question by ${name} again`}
            onClick={() => onHide({ what: 'question', id: _id, hidden: false })}
          >
            Show again
          </Button>
        ) : (
          <Button
            size="sm"
            variant="ink"
            className="mt-2"
            aria-label={`Answer: ${question.title}`}
            onClick={() => onAnswer(question)}
          >
            Answer
          </Button>
        )}
      </QuestionWords>
    </li>
  )
}

type ReviewRowProps = { review: ListedReview; onHide: OnHide }

/** A review of the shop or of a part in the shop's list. */
export function ListedReviewRow({ review, onHide }: ReviewRowProps) {
  const { _id, name, rating, title, words, createdAt, hidden, product } = review
  return (
    <li>
      <div className="meta">
        <b>{name}</b>
        <Reading value={rating} label={`Ratings: ${rating}`} />
        <time dateTime={createdAt}>{dayInUtc(createdAt)}</time>
        <Button
          size="sm"
          className="justify-self-start"
          aria-label={`${hidden ? 'Show' : 'Hide'} the review by ${name}`}
          onClick={() => onHide({ what: 'review', id: _id, hidden: !hidden })}
        >
          {hidden ? 'Show again' : 'Hide'}
        </Button>
      </div>
      <div className="say1">
        {title ? <h3 className="wrap-anywhere">{title}</h3> : null}
        <p className="wrap-anywhere whitespace-pre-line">{words}</p>
        <p className="hint mt-2">
          About {product ? <Link to={productPath(product.slug)}>{product.name}</Link> : 'the shop'}
        </p>
      </div>
    </li>
  )
}

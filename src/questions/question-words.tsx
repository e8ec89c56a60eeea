import type { ReactNode } from 'react'
import type { Hiding } from '../reviews/hide-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { dayInUtc } from '../ui/format-time.ts'
import { Tag } from '../ui/tag.tsx'
import type { Question } from './contract.ts'

type QuestionWordsProps = {
  question: Question
  /** Present for users who may hide what others wrote. */
  onHide?: ((asked: Hiding) => void) | undefined
  children?: ReactNode
}

/** A question, and below it each answer with its author. */
export function QuestionWords({ question, onHide, children }: QuestionWordsProps) {
  const { _id, name, title, words, createdAt, answers } = question
  return (
    <>
      <div className="meta">
        <b>{name}</b>
        <time dateTime={createdAt}>{dayInUtc(createdAt)}</time>
        {onHide ? (
          <Button
            size="sm"
            className="justify-self-start"
            aria-label={`Hide the question by ${name}`}
            onClick={() => onHide({ what: 'question', id: _id, hidden: true })}
          >
            Hide
          </Button>
        ) : null}
      </div>
      <div className="say1">
        <h3 className="wrap-anywhere">{title}</h3>
        {words ? <p className="soft wrap-anywhere whitespace-pre-line">{words}</p> : null}
        {answers.map((answer) => (
          <AnswerWords key={answer._id} answer={answer} onHide={onHide} />
        ))}
        {children}
      </div>
    </>
  )
}

type AnswerWordsProps = { answer: Question['answers'][number]; onHide: QuestionWordsProps['onHide'] }

function AnswerWords({ answer: { _id, name, shop, words, createdAt, hidden }, onHide }: AnswerWordsProps) {
  return (
    <div className="answer">
      <p className="wrap-anywhere">
        <b className="med">
          {name}
          {shop ? (
            <>
              {' '}
              <Tag>the shop</Tag>
            </>
          ) : (
            ', who bought it'
          )}
          , <time dateTime={createdAt}>{dayInUtc(createdAt)}</time>:
        </b>{' '}
        <span className="whitespace-pre-line">{words}</span>
      </p>
      {onHide ? (
        <Button
          size="sm"
          className="mt-2"
          aria-label={`${hidden ? 'Show' : 'Hide'} the answer by ${name}`}
          onClick={() => onHide({ what: 'answer', id: _id, hidden: !hidden })}
        >
          {hidden ? 'Show again' : 'Hide'}
        </Button>
      ) : null}
    </div>
  )
}

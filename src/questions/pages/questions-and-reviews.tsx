import { shownProblem } from '../../accounts/session/session-lost.ts'
import '../questions-and-reviews.css'
import { useRevalidator } from 'react-router'
import { askWhole, client } from '../../client.ts'
import { REVIEW_STATES } from '../../reviews/part-review-rules.ts'
import { useHiding } from '../../reviews/use-hiding.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { listStateOf } from '../../ui/list-state.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { usePagedList } from '../../ui/use-paged-list.ts'
import { totalOf } from '../../wire/list-totals.ts'
import { useAnswering } from '../answering.tsx'
import { ListedQuestionRow, ListedReviewRow } from '../listed-rows.tsx'
import { QUESTION_STATES } from '../states.ts'
import type { Route } from './+types/questions-and-reviews.ts'

const A_PAGE = 20

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { page, oneOf } = listStateOf(request.url)
  const reviews = oneOf('reviews', REVIEW_STATES)
  const state = oneOf('state', QUESTION_STATES) ?? 'waiting'
  const query = { limit: String(A_PAGE), page: String(page) }
  const NONE = { questions: [], reviews: [], page, state: reviews ?? state, isOfReviews: reviews !== undefined }
  try {
    if (reviews) {
      const { data, headers } = await askWhole(client.allreviews.$get({ query: { ...query, state: reviews } }))
      return { ...NONE, reviews: data, total: totalOf(headers, data) }
    }
    const { data, headers } = await askWhole(client.questions.$get({ query: { ...query, state } }))
    return { ...NONE, questions: data, total: totalOf(headers, data) }
  } catch (error) {
    return { ...NONE, total: '0', error: shownProblem(error).message }
  }
}

const TABS = [
  { label: 'Waiting', name: 'state', value: 'waiting' },
  { label: 'Answered', name: 'state', value: 'answered' },
  { label: 'Hidden questions', name: 'state', value: 'hidden' },
  { label: 'Reviews', name: 'reviews', value: 'seen' },
  { label: 'Hidden reviews', name: 'reviews', value: 'hidden' },
]

export default function QuestionsAndReviews({ loaderData }: Route.ComponentProps) {
  const { questions, reviews, total, page, state, isOfReviews } = loaderData
  const { revalidate } = useRevalidator()
  const hiding = useHiding([...questions, ...reviews])
  const answering = useAnswering(questions)
  const rows = questions.length + reviews.length
  const list = usePagedList({ total, page, rows, aPage: A_PAGE })
  const isCurrent = ({ name, value }: (typeof TABS)[number]) => (name === 'reviews') === isOfReviews && value === state
  return (
    <>
      <h1>Questions and reviews</h1>
      <p className="sub">
        What people ask and say on the pages of parts. Who asked is mailed the answer, if their e-mail is verified.
      </p>
      <Tabs
        label="Questions and reviews"
        className="mb-4"
        items={TABS.map((tab) => ({
          label: tab.label,
          to: tab.value === 'waiting' ? '?' : `?${new URLSearchParams({ [tab.name]: tab.value })}`,
          current: isCurrent(tab),
          ...(isCurrent(tab) && { count: list.all }),
        }))}
      />
      {'error' in loaderData ? <ErrorNote what="The list did not load." onRetry={revalidate} /> : null}
      {rows === 0 && !('error' in loaderData) ? (
        <Empty>{state === 'waiting' ? 'No question waits for an answer.' : 'There is nothing here.'}</Empty>
      ) : null}
      <h2 className="vh">{TABS.find(isCurrent)?.label}</h2>
      {rows ? (
        <ul className="words panel top" aria-busy={list.isLoading || undefined}>
          {questions.map((question) => (
            <ListedQuestionRow key={question._id} question={question} onHide={hiding.ask} onAnswer={answering.answer} />
          ))}
          {reviews.map((review) => (
            <ListedReviewRow key={review._id} review={review} onHide={hiding.ask} />
          ))}
        </ul>
      ) : null}
      {rows ? <Pagination {...list.pagination} /> : null}
      {answering.dialog}
      {hiding.dialog}
    </>
  )
}

import { Link, useLocation } from 'react-router'
import { useOpened } from '../accounts/session/form-dialog.tsx'
import { useSession } from '../accounts/session/session.ts'
import { loginPath } from '../accounts/session/way-back.ts'
import { Further } from '../reviews/part-reviews-section.tsx'
import { useHiding } from '../reviews/use-hiding.tsx'
import { Button } from '../ui/button.tsx'
import { whenOpen } from '../ui/when-open.tsx'
import { useAnswering } from './answering.tsx'
import type { AskDialogProps } from './ask-dialog.tsx'
import type { Questions } from './contract.ts'
import { QuestionWords } from './question-words.tsx'

const AskDialog = whenOpen<AskDialogProps>(() => import('./ask-dialog.tsx'))

type QuestionsSectionProps = { slug: string; page: Questions; isFurther: boolean }

/** The questions about a part; asking and answering need a signed-in user and a script. */
export function QuestionsSection({ slug, page: { questions, next }, isFurther }: QuestionsSectionProps) {
  const isIn = useSession().status === 'in'
  const hiding = useHiding(questions)
  const answering = useAnswering(questions)
  return (
    <section id="questions">
      <div className="head">
        <h2>Questions</h2>
        <AskButton slug={slug} isIn={isIn} />
      </div>
      {questions.length === 0 ? (
        <p className="soft">Nobody has asked about this part yet.</p>
      ) : (
        <ul className="words panel top">
          {questions.map((question) => (
            <li key={question._id}>
              <QuestionWords question={question} onHide={hiding.may ? hiding.ask : undefined}>
                {isIn ? (
                  <Button
                    size="sm"
                    aria-label={`Answer: ${question.title}`}
                    className="mt-2"
                    onClick={() => answering.answer(question)}
                  >
                    Answer
                  </Button>
                ) : null}
              </QuestionWords>
            </li>
          ))}
        </ul>
      )}
      <Further slug={slug} of="questions" next={next} isFurther={isFurther} />
      {answering.dialog}
      {hiding.dialog}
    </section>
  )
}

/** A link to the login page, which leads back, while the user is signed out. */
function AskButton({ slug, isIn }: { slug: string; isIn: boolean }) {
  const { opened, open, close, draft } = useOpened('ask', (id) => (id === slug ? id : undefined))
  const { pathname } = useLocation()
  if (!isIn)
    return (
      <Link className="more" to={loginPath({ pathname, search: '', hash: '#questions' })}>
        Ask a question
      </Link>
    )
  return (
    <>
      <button type="button" className="more cursor-pointer underline underline-offset-4" onClick={() => open(slug)}>
        Ask a question
      </button>
      <AskDialog open={opened !== undefined} {...{ slug, draft }} onClose={close} />
    </>
  )
}

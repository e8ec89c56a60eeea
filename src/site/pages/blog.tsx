import { href } from 'react-router'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { classes } from '../../ui/classes.ts'
import { type Answer, blog } from '../portfolio-and-blog.ts'
import type { Route } from './+types/blog.ts'

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Blog · Refrigerator House',
    description: 'Seven questions about the code behind a shop, with short answers.',
    path: href('/blog'),
  })

export default function Blog() {
  return (
    <div className="dash blog">
      <nav className="side" aria-label="Questions">
        {blog.map(({ topic }, place) => (
          <a key={topic} href={`#q${place + 1}`}>
            <span className="no n">{place + 1}</span>
            {topic}
          </a>
        ))}
      </nav>
      <div>
        <h1>Blog</h1>
        <p className="sub">Seven questions about the code behind a shop, with short answers.</p>
        <div className="qas">
          {blog.map((answer, place) => (
            <QuestionAndAnswer key={answer.topic} answer={answer} number={place + 1} />
          ))}
        </div>
      </div>
    </div>
  )
}

function QuestionAndAnswer({
  answer: { topic, question, answer, code, marked },
  number,
}: {
  answer: Answer
  number: number
}) {
  const title = `q${number}-title`
  return (
    <article className="qa" id={`q${number}`} aria-labelledby={title}>
      <div className="say">
        <p className="lab">
          <span className="no n">{number}</span>
          {topic}
        </p>
        <h2 id={title}>{question}</h2>
        {answer.map((paragraph) => (
          <p className="soft" key={paragraph}>
            {paragraph}
          </p>
        ))}
      </div>
      {/* biome-ignore-start lint/a11y: code that scrolls sideways is reached by keyboard, and a group names it */}
      <pre className="src" tabIndex={0} role="group" aria-label={`Code for question ${number}`}>
        <code>
          {linesOf(code).map(({ number: line, text, comment }) => (
            <span key={line} className={classes(marked.includes(line) && 'hit')}>
              {text || (comment ? '' : ' ')}
              {comment ? <i>{comment}</i> : null}
            </span>
          ))}
        </code>
      </pre>
      {/* biome-ignore-end lint/a11y: see above */}
    </article>
  )
}

/** The lines of a piece of code, counted from 1, with what stands behind `//` apart. */
function linesOf(code: string) {
  return code.split('\n').map((line, place) => {
    const at = line.search(/(?<!:)\/\//)
    return at < 0
      ? { number: place + 1, text: line }
      : { number: place + 1, text: line.slice(0, at), comment: line.slice(at) }
  })
}

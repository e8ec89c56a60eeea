import { href, Link } from 'react-router'
import { takesFocus } from '../ui/focus.ts'
import type { ProblemError } from '../wire/problem-error.ts'
import type { JudgedLine } from './contract.ts'

/** Says beside the button why nothing was ordered, by the names of the lines, and takes the focus. */
export function TillProblem({ problem, lines }: { problem: ProblemError; lines: JudgedLine[] }) {
  const named = problem.problem.lines?.map(({ line }) => lines[line]?.product?.name ?? 'a part that is gone') ?? []
  return (
    <section className="problem" role="alert" tabIndex={-1} ref={takesFocus}>
      <h2>{problem.message}</h2>
      {named.length > 0 ? <p>{named.join(', ')}.</p> : null}
      <p>
        Nothing was charged. <Link to={href('/cart')}>Look at the cart</Link>
      </p>
    </section>
  )
}

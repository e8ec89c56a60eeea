import type { Problem } from './refusal.ts'

/** A refusal as the browser sees it; `message` is a sentence for the person. */
export class ProblemError extends Error implements Problem {
  readonly code: string
  readonly field: string | undefined
  readonly status: number
  readonly problem: Problem

  constructor(problem: Problem, status: number) {
    super(problem.message)
    this.code = problem.code
    this.field = problem.field
    this.status = status
    this.problem = problem
  }
}

export const UNREACHABLE: Problem = {
  code: 'unreachable',
  message: 'The shop cannot be reached. Check your connection and try again.',
}

/** A refusal with more words where no answer came, so that the shop may have done what it was asked. */
export const inDoubt = (refusal: string | undefined, words: string) =>
  refusal === UNREACHABLE.message ? `${refusal} ${words}` : refusal

/** Whether the shop has answered that it did nothing; otherwise it may have done what it was asked. */
export const isRefused = (error: unknown) => error instanceof ProblemError && error.status > 0 && error.status < 500

/** Whether a write was refused because its key has made something else before. */
export const isMadeBefore = (error: unknown) => error instanceof ProblemError && error.field === 'Idempotency-Key'

/** Whether a page's data did not come because there is no line; each browser has its own words for it. */
export const isUnreachable = (error: unknown) =>
  error instanceof TypeError && /fetch|load failed|import/i.test(error.message)

import DataLoader from 'dataloader'

/** So many questions in one statement. */
const MOST = 100

/**
 * Answers by one statement what many requests ask within a turn of the event loop: `ask` is given their questions and
 * has an answer for each of them, in their order. Nothing is kept; who asks in the next turn asks the database again.
 */
export function batched<On extends object, Question, Answer>(
  ask: (on: On, questions: readonly Question[]) => Promise<Answer[]>,
) {
  const loaders = new WeakMap<On, DataLoader<Question, Answer>>()
  return (on: On, question: Question): Promise<Answer> => {
    const loader =
      loaders.get(on) ??
      new DataLoader((questions) => ask(on, questions), {
        cache: false,
        maxBatchSize: MOST,
        batchScheduleFn: (send) => void setImmediate(send),
      })
    loaders.set(on, loader)
    return loader.load(question)
  }
}

/** The same for rows that are asked for by their id, undefined where there is none. */
export const batchedById = <On extends object, Row extends { id: string }>(
  ask: (on: On, ids: readonly string[]) => Promise<Row[]>,
) =>
  batched(async (on: On, ids: readonly string[]) => {
    const rows = new Map((await ask(on, ids)).map((row) => [row.id, row]))
    return ids.map((id) => rows.get(id.toLowerCase()))
  })

const MOST_PAGES = 100_000
const LONGEST = 100

/** The state of a list as its URL or query has it; what names no page and none of the choices counts as not said. */
export function listStateOf(url: string) {
  const { searchParams } = new URL(url, 'http://shop')
  const page = Number(searchParams.get('page') ?? 1)
  const q = searchParams.get('q')?.trim().slice(0, LONGEST) || undefined
  return {
    page: Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1,
    q,
    oneOf: <Choice extends string>(name: string, choices: readonly (Choice | undefined)[]) =>
      choices.find((choice) => choice !== undefined && choice === searchParams.get(name)),
  }
}

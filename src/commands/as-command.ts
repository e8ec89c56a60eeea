import { StartError } from '../config/start-error.ts'
import { READ_ONLY } from '../database/connection.ts'
import { codeOf, hasNoTables, isLost } from '../database/db.ts'
import { Refusal } from '../wire/refusal.ts'

/** Does what a command is for; what ends it is told in one sentence and by exit code 1, but for what nobody expects. */
export async function asCommand(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exitCode = 1
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof StartError || error instanceof Refusal) return error.message
  if (hasNoTables(error)) return 'There is no shop in this database yet.'
  if (codeOf(error) === READ_ONLY)
    return 'The database takes no writes: it is a standby, or has not ended its recovery.'
  if (isLost(error)) return 'The database does not answer.'
  return withCode(error).message
}

/** What PostgreSQL or the system said, which drizzle may have wrapped; throws an error that neither of them made. */
function withCode(error: unknown): Error {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at) return at
  throw error
}

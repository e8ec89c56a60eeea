import { StartError } from '../config/start-error.ts'
import { READ_ONLY } from '../database/connection.ts'
import { codeOf, hasNoTables, isLost, withCode } from '../database/db.ts'
import { Refusal } from '../wire/refusal.ts'

/** Runs a command. An error that ends it is written as one sentence, with exit code 1; one without a known cause is thrown. */
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
  const told = withCode(error)
  if (!told) throw error
  return told.message
}

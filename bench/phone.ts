import lighthouse, { type Flags } from 'lighthouse'
import { median } from './row.ts'

/** Lighthouse slows the CPU by four, and its calculator puts the index of the machine it expects at 1,533. */
const MOST_SLOWER = 4
const PHONE_INDEX = 1533 / MOST_SLOWER
const TRIES = 3

/**
 * How many times slower than this machine the phone of the floors is, by the benchmark index that Lighthouse measures in
 * the browser: four, and less on a machine that is slower than Lighthouse expects.
 */
export async function phoneOf(url: string, port: number) {
  const indexes: number[] = []
  for (let count = 0; count < TRIES; count++) {
    const { environment } = await lighthouseOf(url, { port, onlyAudits: ['server-response-time'] })
    indexes.push(environment.benchmarkIndex)
  }
  const index = median(indexes)
  const slower = Math.min(MOST_SLOWER, Math.max(1, index / PHONE_INDEX))
  return {
    slower,
    detail: `${slower.toFixed(1)}× slower CPU (the machine's index is ${Math.round(index)})`,
  }
}

/** Lighthouse's result for a page, in the browser that listens at the port. */
export async function lighthouseOf(url: string, flags: Flags) {
  const result = await lighthouse(url, { output: 'json', logLevel: 'error', ...flags })
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`)
  return result.lhr
}

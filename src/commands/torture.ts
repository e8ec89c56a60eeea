import { runTorture } from '../torture/run-torture.ts'

/**
 * `npm run torture [-- PART …]`: every race and fault in its long form, or those of some files of src/torture; what they
 * draw is new in each run unless SEED says which.
 */
process.exitCode = await runTorture(process.argv.slice(2), { SEED: 'new', ...process.env, TORTURE: 'long' })

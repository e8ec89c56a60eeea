import { runTorture } from '../torture/run-torture.ts'

/** `npm run torture [-- PART …]`: every race and fault in its long form, or those of some files of src/torture. */
process.exitCode = await runTorture(process.argv.slice(2), { ...process.env, TORTURE: 'long' })

import { runTorture } from '../torture/run-torture.ts'

const TEN_MINUTES = '600'

/** `npm run soak [-- SECONDS]`: ten minutes of visitors, and what the shop then holds in memory. */
const seconds = process.argv[2] ?? TEN_MINUTES
process.exitCode = await runTorture(['soak'], { ...process.env, TORTURE: 'long', SOAK_SECONDS: seconds })

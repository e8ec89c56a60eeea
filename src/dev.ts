import { createServer } from 'vite'
import { readConfig } from './config/config.ts'
import { openLog } from './config/log.ts'
import { StartError } from './config/start-error.ts'

// One process: Vite turns the sources into modules, the shop serves them, and a page edit shows at once.
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
try {
  const { serve } = (await vite.ssrLoadModule('/src/start/serve.ts')) as typeof import('./start/serve.ts')
  const build = () => vite.ssrLoadModule('virtual:react-router/server-build') as never
  await serve(readConfig(process.env), openLog('info'), { build, before: vite.middlewares })
} catch (error) {
  await vite.close()
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

import { withNode } from './node-version.mjs'

withNode(async () => {
  const { at, findNode, handOver, install } = await import('./project.mjs')
  const { findChromium } = await import('./chromium.mjs')
  const { buildWhenStale } = await import('./shop-build.mjs')
  install()
  const node = findNode()
  const env = { CHROMIUM_PATH: findChromium() }
  buildWhenStale(node)
  const vitest = at('node_modules', 'vitest', 'vitest.mjs')
  return handOver(node, [vitest, 'run', '--config', 'e2e/vitest.config.ts', ...process.argv.slice(2)], env)
})

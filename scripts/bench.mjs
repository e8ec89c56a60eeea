import { withNode } from './node-version.mjs'

withNode(async () => {
  const { at, environment, findNode, handOver, install } = await import('./project.mjs')
  const { findChromium } = await import('./chromium.mjs')
  const { buildWhenStale } = await import('./shop-build.mjs')
  install()
  const node = findNode()
  const env = environment(node, { CHROMIUM_PATH: findChromium() })
  buildWhenStale(node)
  return handOver(node, [at('bench', 'run.ts'), ...process.argv.slice(2)], env)
})

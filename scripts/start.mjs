import { withNode } from './node-version.mjs'

withNode(async () => {
  const { envFile, findNode, handOver, install } = await import('./project.mjs')
  const { buildWhenStale } = await import('./shop-build.mjs')
  install()
  const node = findNode()
  buildWhenStale(node)
  return handOver(node, [...envFile(), 'build/server/index.js'], { NODE_ENV: 'production' })
})

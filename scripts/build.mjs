import { withNode } from './node-version.mjs'

withNode(async () => {
  const { findNode, install } = await import('./project.mjs')
  const { buildWhenStale } = await import('./shop-build.mjs')
  install()
  buildWhenStale(findNode())
  return 0
})

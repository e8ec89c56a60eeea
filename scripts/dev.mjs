import { withNode } from './node-version.mjs'

withNode(async () => {
  const { envFile, findNode, handOver, install } = await import('./project.mjs')
  install()
  return handOver(findNode(), [...envFile(), 'src/dev.ts'], { NODE_ENV: 'development' })
})

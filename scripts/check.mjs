import { withNode } from './node-version.mjs'

withNode(async () => {
  const { findNode, install } = await import('./project.mjs')
  const { runSteps } = await import('./steps.mjs')
  install()
  return runSteps(findNode(), ['lint', 'types', 'deadCode', 'unit'], { minutes: 30 })
})

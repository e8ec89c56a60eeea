import { withNode } from './node-version.mjs'

withNode(async () => {
  const { findNode, install } = await import('./project.mjs')
  const { findChromium } = await import('./chromium.mjs')
  const { runSteps } = await import('./steps.mjs')
  install()
  const env = { CHROMIUM_PATH: findChromium() }
  return runSteps(findNode(), ['lint', 'types', 'deadCode', 'build', 'unit', 'e2e'], { minutes: 38, env })
})

import { withNode } from './node-version.mjs'

/** These try the shop as it is served. */
const NEEDS_BUILD = new Set(['torture', 'soak'])

// One of the shop's own commands: node scripts/run.mjs NAME, for src/commands/NAME.ts.
withNode(async () => {
  const { readdirSync } = await import('node:fs')
  const { at, envFile, findNode, handOver, install, Stop } = await import('./project.mjs')
  const { buildWhenStale } = await import('./shop-build.mjs')
  const [name, ...args] = process.argv.slice(2)
  const commands = readdirSync(at('src', 'commands')).flatMap((file) => file.match(/^([\w-]+)\.ts$/)?.[1] ?? [])
  if (!commands.includes(name)) throw new Stop(`There is no command ${name}; there are ${commands.join(', ')}.`)
  install()
  if (NEEDS_BUILD.has(name)) buildWhenStale(findNode())
  return handOver(findNode(), [...envFile(), `src/commands/${name}.ts`, ...args])
})

import { withNode } from './node-version.mjs'

// One of the shop's own commands: node scripts/run.mjs NAME, for src/commands/NAME.ts.
withNode(async () => {
  const { readdirSync } = await import('node:fs')
  const { at, envFile, findNode, handOver, install, Stop } = await import('./project.mjs')
  const [name, ...args] = process.argv.slice(2)
  const commands = readdirSync(at('src', 'commands')).flatMap((file) => file.match(/^([\w-]+)\.ts$/)?.[1] ?? [])
  if (!commands.includes(name)) throw new Stop(`There is no command ${name}; there are ${commands.join(', ')}.`)
  install()
  return handOver(findNode(), [...envFile(), `src/commands/${name}.ts`, ...args])
})

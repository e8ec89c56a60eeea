// One command of package.json: node scripts/run.mjs NAME [ARGUMENTS]. An old Node reads this file too, up to its check.
const OLDEST = 20

const PRODUCTION = { NODE_ENV: 'production' }
const JOURNEYS = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'e2e/vitest.config.ts']

/** What each command needs (`settings` are those of a .env file), and the program or the steps it runs then. */
const COMMANDS = {
  start: { needs: ['build', 'settings'], program: ['build/server/index.js'], env: PRODUCTION },
  dev: { needs: ['settings'], program: ['src/dev.ts'], env: { NODE_ENV: 'development' } },
  build: { needs: ['build'] },
  check: { needs: ['tools'], steps: ['lint', 'types', 'deadCode', 'build', 'unit'], minutes: 30 },
  test: {
    needs: ['tools', 'headless'],
    steps: ['lint', 'types', 'deadCode', 'build', 'unit', 'e2e'],
    minutes: 38,
  },
  e2e: { needs: ['tools', 'headless', 'build'], program: JOURNEYS },
  bench: { needs: ['tools', 'browser', 'build'], program: ['bench/run.ts'] },
  torture: ofTheShop('torture', ['tools', 'build']),
  soak: ofTheShop('soak', ['tools', 'build']),
  cluster: ofTheShop('cluster', ['tools', 'build']),
  seed: ofTheShop('seed', ['settings']),
  'make-admin': ofTheShop('make-admin', ['settings']),
  laws: ofTheShop('laws', ['settings']),
  doctor: ofTheShop('doctor', ['settings']),
  backup: ofTheShop('backup', ['settings']),
  restore: ofTheShop('restore', ['settings']),
  recovered: ofTheShop('recovered', ['settings']),
}

function ofTheShop(name, needs) {
  return { needs, program: [`src/commands/${name}.ts`] }
}

/** Answers the exit code. */
async function run(name, ...args) {
  const { endWithNpm, envFile, findNode, handOver, Stop } = await import('./project.mjs')
  const { install, installTools } = await import('./install.mjs')
  const command = COMMANDS[name]
  if (!command) throw new Stop(`There is no command ${name}; there are ${Object.keys(COMMANDS).join(', ')}.`)
  const { needs, program, steps, minutes, env = {} } = command
  endWithNpm()
  install()
  if (needs.includes('tools')) installTools()
  const more = { ...env, ...(await browserFor(needs)) }
  const node = findNode()
  if (needs.includes('build')) await import('./shop-build.mjs').then(({ buildWhenStale }) => buildWhenStale(node))
  if (steps) return import('./steps.mjs').then(({ runSteps }) => runSteps(node, steps, { minutes, env: more }))
  const settings = needs.includes('settings') ? envFile() : []
  return program ? handOver(node, [...settings, ...program, ...args], more) : 0
}

async function browserFor(needs) {
  const { findChromium, findHeadless } = await import('./browser.mjs')
  if (needs.includes('headless')) return { CHROMIUM_PATH: findHeadless() }
  return needs.includes('browser') ? { CHROMIUM_PATH: findChromium() } : {}
}

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  console.error(`Parts House needs Node ${OLDEST} or later, and this is Node ${process.versions.node}.`)
  process.exit(1)
}
run(...process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    console.error(error.name === 'Stop' ? error.message : error)
    process.exitCode = 1
  },
)

import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import { at, environment, root } from './project.mjs'

const MINUTE = 60_000
const REPORTS = 'test-results'

const tool = (...path) => at('node_modules', ...path)

/** Everything that must hold; each is one line at the end of `npm run check` or `npm test`. */
export const STEPS = {
  lint: { name: 'format, lint and dependency rules', run: [[tool('@biomejs', 'biome', 'bin', 'biome'), 'check']] },
  types: {
    name: 'types',
    run: [
      [tool('@react-router', 'dev', 'bin.cjs'), 'typegen'],
      [tool('typescript', 'bin', 'tsc'), '--noEmit'],
    ],
  },
  // A stage after the types, since the pages import what typegen makes.
  deadCode: { name: 'dead code', run: [[tool('knip', 'bin', 'knip.js'), '--treat-config-hints-as-errors']] },
  build: { name: 'build', run: [[at('scripts', 'run.mjs'), 'build']] },
  unit: { name: 'tests', ...vitest('unit', []), minutes: 20 },
  e2e: { name: 'journeys', ...vitest('e2e', ['--config', 'e2e/vitest.config.ts']), minutes: 20, needs: 'build' },
}

function vitest(name, args) {
  const report = at(REPORTS, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { run: [[tool('vitest', 'vitest.mjs'), 'run', ...args, ...reporters]], report }
}

/** Runs one stage after the other, the steps of a stage side by side, also after a failure; says how many tests there were. */
export async function runSteps(node, stages, { minutes, env = {} }) {
  const until = performance.now() + minutes * MINUTE
  const results = new Map()
  for (const stage of stages) {
    const failed = new Set([...results].filter(([, { failed }]) => failed > 0).map(([name]) => name))
    await Promise.all(
      stage.map(async (name) => {
        const left = Math.min(until - performance.now(), (STEPS[name].minutes ?? 10) * MINUTE)
        const within = { timeout: left, env, prefix: STEPS[name].name }
        results.set(
          name,
          failed.has(STEPS[name].needs) ? leftOut(STEPS[name]) : await runStep(node, STEPS[name], within),
        )
      }),
    )
  }
  return summarise(stages.flat(), results)
}

function leftOut({ name, needs }) {
  console.log(`\n== ${name}\nLeft out, since ${STEPS[needs].name} failed.`)
  return { passed: 0, failed: 1, skipped: 0 }
}

async function runStep(node, step, within) {
  const began = performance.now()
  console.log(`\n== ${step.name}`)
  if (step.report) {
    rmSync(step.report, { force: true })
    mkdirSync(at(REPORTS), { recursive: true })
  }
  let isGood = true
  for (const args of step.run) isGood = isGood && (await runProgram(node, args, within))
  console.log(`\n== ${step.name} took ${Math.round((performance.now() - began) / 1000)} s`)
  return step.report ? countsOf(step.report, isGood) : { passed: Number(isGood), failed: Number(!isGood), skipped: 0 }
}

/** In a process group of its own, so that what takes too long is ended with all that it started. */
function runProgram(node, args, { timeout, env, prefix }) {
  const stdio = ['ignore', 'pipe', 'pipe']
  const child = spawn(node, args, { cwd: root, env: environment(node, env), stdio, detached: true })
  for (const output of [child.stdout, child.stderr])
    createInterface({ input: output }).on('line', (line) => console.log(`${prefix} | ${line}`))
  const end = (signal) => {
    try {
      process.kill(-child.pid, signal)
    } catch {
      // The group has ended by itself.
    }
  }
  const interrupt = (signal) => {
    end(signal)
    process.exitCode = 1
    setTimeout(() => process.exit(1), 1000)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupt)
  const timer = setTimeout(
    () => {
      console.error(`Ended after ${Math.round(timeout / MINUTE)} minutes.`)
      end('SIGTERM')
      setTimeout(() => end('SIGKILL'), 5000).unref()
    },
    Math.max(timeout, 0),
  )
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
    // A process that a program left behind keeps its output open.
    child.once('exit', (code) => setTimeout(resolve, 2000, code === 0).unref())
  }).finally(() => {
    clearTimeout(timer)
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupt)
  })
}

/** A file that cannot be loaded holds no test to count and still is a failure. */
function countsOf(report, isGood) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const tests = testResults.flatMap((file) => file.assertionResults.map((test) => test.status))
    const passed = tests.filter((status) => status === 'passed').length
    const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
    const failed = tests.filter((status) => status === 'failed').length + broken
    const isSilent = !isGood && failed === 0
    const skipped = tests.length - passed - (failed - broken)
    return { passed, failed: failed + Number(isSilent), skipped, faults: testResults.flatMap(faultsOf) }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** One line a failed test, since a long run is read from its end. */
function faultsOf({ name, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  if (assertionResults.length === 0 && message) return [`${file}: ${firstLine(message)}`]
  return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`)
}

const firstLine = (text = '') => text.split('\n', 1)[0]

function summarise(names, results) {
  console.log('')
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const name of names) {
    const { passed, failed, skipped, faults = [] } = results.get(name)
    console.log(`${failed ? 'FAILED' : 'ok    '}  ${STEPS[name].name}: ${passed} passed, ${failed} failed`)
    for (const fault of faults) console.log(`        ${fault}`)
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
  }
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`)
  return sum.failed ? 1 : 0
}

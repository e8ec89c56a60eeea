import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { at, environment, root } from './project.mjs'

const MINUTE = 60_000
const REPORTS = 'test-results'

const tool = (...path) => at('node_modules', ...path)

/** Everything that must hold, in the order in which it is tried; each is one line of `npm run check` or `npm test`. */
export const STEPS = {
  lint: { name: 'format, lint and dependency rules', run: [[tool('@biomejs', 'biome', 'bin', 'biome'), 'check']] },
  types: {
    name: 'types',
    run: [
      [tool('@react-router', 'dev', 'bin.cjs'), 'typegen'],
      [tool('typescript', 'bin', 'tsc'), '--noEmit'],
    ],
  },
  // After the types, since the pages import what typegen makes.
  deadCode: { name: 'dead code', run: [[tool('knip', 'bin', 'knip.js'), '--treat-config-hints-as-errors']] },
  build: { name: 'build', run: [[at('scripts', 'run.mjs'), 'build']] },
  unit: { name: 'tests', ...vitest('unit', []), minutes: 20 },
  e2e: { name: 'journeys', ...vitest('e2e', ['--config', 'e2e/vitest.config.ts']), minutes: 30, needs: 'build' },
}

function vitest(name, args) {
  const report = at(REPORTS, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { run: [[tool('vitest', 'vitest.mjs'), 'run', ...args, ...reporters]], report }
}

/** Runs all the steps, the later ones also when an earlier one failed, and says at the end how many tests there were. */
export async function runSteps(node, names, { minutes, env = {} }) {
  const until = performance.now() + minutes * MINUTE
  const results = new Map()
  for (const name of names) {
    const step = STEPS[name]
    console.log(`\n== ${step.name}`)
    const isHopeless = results.get(step.needs)?.failed > 0
    if (isHopeless) console.log(`Left out, since ${STEPS[step.needs].name} failed.`)
    const left = Math.min(until - performance.now(), (step.minutes ?? 10) * MINUTE)
    results.set(
      name,
      isHopeless ? { passed: 0, failed: 1, skipped: 0 } : await runStep(node, step, { timeout: left, env }),
    )
  }
  return summarise(names, results)
}

async function runStep(node, step, within) {
  if (step.report) {
    rmSync(step.report, { force: true })
    mkdirSync(at(REPORTS), { recursive: true })
  }
  let isGood = true
  for (const args of step.run) isGood = isGood && (await runProgram(node, args, within))
  return step.report ? countsOf(step.report, isGood) : { passed: Number(isGood), failed: Number(!isGood), skipped: 0 }
}

/** In a process group of its own, so that what takes too long is ended with all that it started. */
function runProgram(node, args, { timeout, env }) {
  const child = spawn(node, args, { cwd: root, env: environment(node, env), stdio: 'inherit', detached: true })
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
    child.once('exit', (code) => resolve(code === 0))
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

/** One line a failed test with its place and what it waited for, since a long run is read from its end. */
function faultsOf({ name, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  if (assertionResults.length === 0 && message) return [`${file}: ${firstLine(message)}`]
  return failed.map(({ fullName, failureMessages: [message = ''] }) => {
    const text = stripVTControlCharacters(message)
    const line = text.split(`${file}:`)[1]?.match(/^\d+/)?.[0] ?? '?'
    const waiting = text.match(/waiting for .*/)?.[0]
    return `${file}:${line}: ${fullName}: ${firstLine(text)}${waiting ? ` (${waiting})` : ''}`
  })
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

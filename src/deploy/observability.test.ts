import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { aWorld } from '../security/world.ts'

type Rule = { record?: string; alert?: string; expr: string; annotations?: { summary: string } }
type Panel = { targets: { expr: string }[]; gridPos: { x: number; w: number } }

const read = (file: string) => readFileSync(`deploy/observability/${file}`, 'utf8')
const rules: Rule[] = parse(read('rules.yaml')).groups.flatMap(({ rules: all }: { rules: Rule[] }) => all)
const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] }
const queries = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]

const world = aWorld()

/** Words of PromQL, and what Prometheus itself adds to each target. */
const NOT_OURS =
  /^(sum|max|min|avg|rate|increase|topk|histogram_quantile|avg_over_time|by|and|or|bool|up|job|instance|le)$/
const namesIn = (query: string) =>
  query
    .replace(/"[^"]*"/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .match(/(?<![\w.])[a-z_][\w:]*/g)
    ?.filter((name) => !NOT_OURS.test(name)) ?? []

/** Each name of a metric and of a label in what /metrics answers. */
async function known() {
  await world().send({ path: '/api/products' })
  const text = await (await world().send({ path: '/metrics' })).text()
  const metrics = [...text.matchAll(/^([a-z_]\w*)[ {]/gm)].map(([, name = '']) => name)
  const labels = [...text.matchAll(/[{,]([a-z_]\w*)="/g)].map(([, name = '']) => name)
  return new Set([...metrics, ...labels, ...rules.flatMap(({ record }) => record ?? [])])
}

test('every metric and label that a rule or a panel asks for is one that /metrics answers', async () => {
  const there = await known()
  const asked = [...new Set(queries.flatMap(namesIn))]
  expect(asked).toEqual(
    expect.arrayContaining(['http_request_seconds_bucket', 'database_up', 'job_late_seconds', 'route']),
  )
  expect(asked.filter((name) => !there.has(name))).toEqual([])
})

test('every route and queue that is named is one of the shop', async () => {
  const named = (label: string) =>
    queries.flatMap((query) =>
      [...query.matchAll(new RegExp(`${label}=~?"([^"]+)"`, 'g'))].flatMap(([, value = '']) => value.split('|')),
    )
  const routes = new Set(world().app.routes.map(({ path }) => path))
  expect(named('route').filter((route) => !routes.has(route))).toEqual([])
  // Both ways to order.
  expect(named('route')).toEqual(expect.arrayContaining(['/api/order', '/api/checkouts']))
  expect(named('queue')).not.toEqual([])
  const text = await (await world().send({ path: '/metrics' })).text()
  for (const queue of named('queue'))
    expect(text).toMatch(new RegExp(`^job_late_seconds\\{queue="${queue}"\\} 0$`, 'm'))
})

test('there are five objectives, each with its query in words, and every alert says what is wrong', () => {
  const recorded = rules.flatMap(({ record }) => record ?? [])
  expect(recorded).toEqual(
    ['pages', 'orders', 'payments', 'mails', 'money_back'].map((name) => `objective:${name}:good`),
  )
  for (const name of recorded) expect(read('README.md')).toContain(`avg_over_time(${name}[30d])`)
  const alerts = rules.filter(({ alert }) => alert)
  expect(alerts.length).toBeGreaterThan(8)
  for (const { alert, annotations } of alerts) expect(annotations?.summary, alert).toMatch(/^[A-Z].*\.$/)
  for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
})

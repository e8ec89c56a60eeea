import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { z } from 'zod'
import { routesOf } from '../http/openapi.ts'
import { aWorld } from '../security/world.ts'
import { documentApi } from './calls-document.ts'

type Content = { 'application/json': { example: unknown } }
type Operation = {
  operationId: string
  summary?: string
  tags: string[]
  security: object[]
  parameters: { name: string; in: string; example: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { description?: string; content?: Content }>
}
type Document = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

const world = aWorld()

async function documented() {
  const { tags, paths } = (await (await world().send({ path: '/api/openapi.json' })).json()) as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      path,
      ...operation,
    })),
  )
  return { tags, operations }
}

const guarded = () => routesOf(world().app).filter(({ guard, path }) => guard && path.startsWith('/api/'))
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

describe('the OpenAPI document', () => {
  test('has every call of the shop, and no other', async () => {
    const { operations } = await documented()
    expect(operations.map(({ call }) => call).toSorted()).toEqual(guarded().map(nameOf).toSorted())
  })

  test('says of each call what it does, to which part it belongs and who may ask', async () => {
    const { operations, tags } = await documented()
    const guards = new Map(guarded().map((route) => [nameOf(route), route.guard]))
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    expect(new Set(operations.map(({ summary }) => summary)).size).toBe(operations.length)
    for (const { call, summary, tags: of, security, responses } of operations) {
      expect(summary, call).toMatch(/^[A-Z].{5,60}[^.]$/)
      expect(
        tags.filter(({ name, description }) => description && of.includes(name)),
        call,
      ).toHaveLength(1)
      expect(security.length > 0, call).toBe(guards.get(call) !== 'anyone')
      for (const [status, { description }] of Object.entries(responses))
        expect(description, `${call} ${status}`).toBeTruthy()
    }
  })

  test('defines every part of a path, with an example of each parameter', async () => {
    for (const { call, path, parameters } of (await documented()).operations) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(inPath.toSorted(), call).toEqual((path.match(/(?<=\{)\w+/g) ?? []).toSorted())
      for (const { name, example } of parameters) expect(example, `${call} ${name}`).toBeDefined()
    }
  })

  test('gives examples that the calls would take and could answer', async () => {
    const { operations } = await documented()
    const routes = new Map(guarded().map((route) => [nameOf(route), route]))
    let seen = 0
    const expectTo = (contract: z.ZodType | undefined, content: Content | undefined, call: string) => {
      expect(Boolean(content), call).toBe(Boolean(contract))
      if (!contract) return
      seen++
      expect(contract.safeParse(content?.['application/json'].example).error, call).toBeUndefined()
    }
    for (const { call, requestBody, responses, parameters } of operations) {
      const { body, answer, param, query } = routes.get(call) ?? {}
      expectTo(body, requestBody?.content, call)
      expectTo(answer?.schema, responses[answer?.status ?? 0]?.content, call)
      for (const [place, contract] of Object.entries({ path: param, query })) {
        const of = parameters.filter((parameter) => parameter.in === place).map(({ name, example }) => [name, example])
        expect(contract?.safeParse(Object.fromEntries(of)).error, `${call} ${place}`).toBeUndefined()
      }
    }
    expect(seen).toBeGreaterThan(40)
  })
})

test('Redoc is the published one but for its logo and its map, which would be asked for elsewhere', () => {
  const ours = readFileSync('public/api-docs/redoc.standalone.js', 'utf8')
  const published = `${ours.replace('"/favicon.svg"', '"https://cdn.redoc.ly/redoc/logo-mini.svg"').trimEnd()}\n//# sourceMappingURL=redoc.standalone.js.map`
  expect(createHash('sha256').update(published).digest('hex')).toBe(
    'dcaf76612bc4a3fbcc923a8966dee2f6146a5f32e5ce1b6f02dd60cbbf89500b',
  )
})

test('the document is made once, however often it is asked for', async () => {
  const app = documentApi({ appOrigin: 'http://localhost:3000' })
  const made = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => made.mockRestore())
  const texts = await Promise.all(
    ['', '?again'].map(async (query) => (await app.request(`/api/openapi.json${query}`)).text()),
  )
  expect(texts[1]).toBe(texts[0])
  expect(JSON.parse(texts[0] ?? '')).toHaveProperty('openapi')
  expect(made.mock.calls.filter(([value]) => 'openapi' in Object(value))).toHaveLength(1)
})

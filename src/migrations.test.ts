import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'

test('the migrations make exactly the tables that the code names', async () => {
  const files = globSync(['src/*.table.server.ts', 'src/**/table.server.ts'])
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ resolve(file))))
  const newest = globSync('migrations/meta/*_snapshot.json').toSorted().at(-1) ?? ''
  const made = JSON.parse(readFileSync(newest, 'utf8'))
  const named = generateDrizzleJson(Object.assign({}, ...modules), made.id, undefined, undefined)
  expect(files.length).toBeGreaterThan(8)
  expect(await generateMigration(made, named)).toEqual([])
})

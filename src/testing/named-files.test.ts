import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PAGES = ['README.md', 'AGENTS.md', 'SECURITY.md', ...globSync('{decisions,docs}/*.md')]
const files = globSync('{src,e2e,bench,scripts,deploy,docs,decisions}/**/*.*')

test.each(PAGES)('the files that %s names are there', (page) => {
  const named = readFileSync(page, 'utf8').matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|css|sql|md))`/g)
  const isThere = (path: string) => existsSync(path) || files.some((file) => file.endsWith(`/${path}`))
  expect(Array.from(named, ([, path = '']) => path).filter((path) => !isThere(path))).toEqual([])
})

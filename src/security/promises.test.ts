import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('SECURITY.md', 'utf8')
const proofs = Array.from(
  page.matchAll(/`([\w/.-]+\.(?:test|e2e)\.ts)`: “([^”]+)”/g),
  ([, file = '', words = '']) => [file, words] as const,
)

test('every promise of SECURITY.md names its proof', () => {
  const promises = page.match(/^\| (?!Promise)[^|-].* \|$/gm) ?? []
  expect(promises.length).toBeGreaterThan(30)
  expect(proofs).toHaveLength(promises.length)
})

test.each(proofs)('%s holds “%s”', (file, words) => {
  expect(readFileSync(file, 'utf8')).toContain(words)
})

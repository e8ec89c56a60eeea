import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { siteOf } from '../document/site-context.ts'
import { openingLines } from '../start/opening-lines.ts'
import { HOUSE_PAGES, HOUSE_PATHS, type HousePath } from './house-pages.ts'

const AUTH_SECRET = 'k3Zq9mXr2Tn8vLw5Yb7Hc4Dj6Pf1Gs0A'
const IMPRINT = {
  IMPRINT_NAME: 'Nordside Parts GmbH',
  IMPRINT_ADDRESS: 'Hafenstrasse 12; 20457 Hamburg',
  IMPRINT_EMAIL: 'desk@nordside.example',
}
const settings = (env: Record<string, string> = {}) => readConfig({ AUTH_SECRET, ...env })
const textOf = (path: HousePath, env?: Record<string, string>) =>
  JSON.stringify(HOUSE_PAGES[path](siteOf(settings(env)).house))

test('delivery and returns promise what the settings say', () => {
  expect(textOf('/delivery', { DISPATCH_DAYS: '1', ORDER_HOLD_HOURS: '48' })).toMatch(
    /within 1 working day .*for 48 hours/,
  )
  expect(textOf('/returns', { RETURN_DAYS: '14' })).toContain('within 14 days of its arrival')
  expect(textOf('/terms', { RETURN_DAYS: '14' })).toContain('Within 14 days')
})

test('the imprint names who runs the shop, line by line', () => {
  const { parts } = HOUSE_PAGES['/imprint'](siteOf(settings({ ...IMPRINT, IMPRINT_TAX_ID: 'DE123456789' })).house)
  expect(parts).toEqual([
    { heading: 'Nordside Parts GmbH', text: ['Hafenstrasse 12', '20457 Hamburg'] },
    { heading: 'Reach us', text: ['desk@nordside.example'] },
    { heading: 'Tax number', text: ['DE123456789'] },
  ])
  expect(textOf('/privacy', IMPRINT)).toContain('Write to desk@nordside.example')
})

test('a shop that has not said who runs it warns its visitors, and its keeper at the start', () => {
  expect(textOf('/imprint')).toContain('Do not pay with a real card here')
  const open = { APP_ORIGIN: 'https://shop.example', DEMO: '1', TRUSTED_PROXIES: 'none' }
  expect(openingLines(settings(open))).toContain('The imprint is empty')
  expect(openingLines(settings({ ...open, ...IMPRINT }))).not.toContain('imprint')
  expect(openingLines(settings())).not.toContain('imprint')
})

test('an imprint is set whole', () => {
  expect(() => settings({ IMPRINT_NAME: 'Nordside Parts GmbH' })).toThrow(/^IMPRINT_ADDRESS must be set as well/)
  expect(() => settings({ IMPRINT_TAX_ID: 'DE123456789' })).toThrow(/^IMPRINT_NAME must be set as well/)
})

test('each page says something under every heading', () => {
  expect(HOUSE_PATHS).toHaveLength(5)
  for (const path of HOUSE_PATHS) {
    const { title, lead, parts } = HOUSE_PAGES[path](siteOf(settings(IMPRINT)).house)
    expect([title, lead].every(Boolean)).toBe(true)
    expect(parts.length).toBeGreaterThan(1)
    for (const { heading, text } of parts) expect([heading, ...text].filter(Boolean).length).toBeGreaterThan(1)
  }
})

import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { fromOf, loginPath, withFrom } from '../accounts/session/way-back.ts'
import { aBrowser } from '../testing/browser.ts'
import { linkTo, tokenTo } from '../testing/mails.ts'
import { aWorld } from './world.ts'

const world = aWorld()

async function anna() {
  const { origin, shop } = world()
  const email = `${crypto.randomUUID()}@example.com`
  await shop.auth.createUser({ name: 'Anna', email, password: 'cold-storage-9' })
  return { email, browser: aBrowser(origin) }
}

describe('a link', () => {
  const AWAY = [
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/%09/evil.example',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    'https:evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    ' https://evil.example',
    'http://localhost@evil.example',
    'http://localhost.evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '//evil.example/%2f..',
    'evil.example',
    '@evil.example',
  ]

  test('back to where one came from leads to a page of ours, never to a door', () => {
    const doors = [
      '/login',
      '/login/',
      '/LOGIN',
      '/x/../login',
      '/regester?x',
      '/register',
      '/forgot-password',
      '/reset-password?token=x',
    ]
    for (const from of [...AWAY, ...doors.slice(0, 1), ...doors.slice(3)]) {
      const to = fromOf(new URLSearchParams({ from }))
      expect([from, to.startsWith('/') && !/^\/[/\\]/.test(to)]).toEqual([from, true])
      expect([from, new URL(to, 'https://shop.example').origin]).toEqual([from, 'https://shop.example'])
      expect([from, withFrom('/regester', new URLSearchParams({ from })).startsWith('/regester')]).toEqual([from, true])
    }
    for (const from of doors)
      expect(fromOf(new URLSearchParams({ from }))).not.toMatch(/^\/(regester|register|forgot|reset)/)
    const place = { pathname: '/dashboard/orders', search: '?q=a%26b&page=2', hash: '#x' }
    const { searchParams } = new URL(loginPath(place), 'https://shop.example')
    expect(fromOf(searchParams)).toBe('/dashboard/orders?q=a%26b&page=2#x')
  })

  test('of a mail carries the configured origin, whatever the headers of the request say', async () => {
    const { app, shop, origin } = world()
    const { email } = await anna()
    const lies = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'ftp',
      'X-Forwarded-Server': 'evil.example',
      'X-Host': 'evil.example',
      Forwarded: 'host=evil.example;proto=ftp',
      'Content-Type': 'application/json',
    }
    for (const [call, template] of [
      ['request-password-reset', 'reset'],
      ['send-verification-email', 'verify'],
    ] as const) {
      const json = { email, redirectTo: 'https://evil.example', callbackURL: 'https://evil.example' }
      const request = { method: 'POST', headers: lies, body: JSON.stringify(json) }
      expect((await app.request(`http://evil.example/api/auth/${call}`, request)).status).toBe(200)
      const link = await linkTo(shop, template, email)
      expect(new URL(link).origin).toBe(origin)
      expect(link).not.toContain('evil')
    }
  })

  test('of a mail is dead after its hour', async () => {
    const { shop, clock } = world()
    const { email, browser } = await anna()
    await browser.send('/api/auth/request-password-reset', { json: { email } })
    const token = await tokenTo(shop, 'reset', email)
    await shop.db.execute(sql`update mail_links set expires_at = ${new Date(clock.now().getTime() - 1000)}`)
    const answer = await browser.send('/api/auth/reset-password', { json: { token, newPassword: 'colder-storage-10' } })
    expect(answer.status).toBe(404)
  })
})

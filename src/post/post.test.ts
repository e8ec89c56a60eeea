import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { transact } from '../database/db.ts'
import { idOf, type Mail } from './mail.ts'
import { openSmtp, openTestPost } from './open-test-post.ts'
import { aLine, anOrder } from './samples.ts'

const TOKEN = 'secret-token-0123456789'
const verify = (to: string): Mail => ({
  template: 'verify',
  to,
  name: 'Amina K.',
  url: `http://localhost:3000/api/auth/verify-email?token=${TOKEN}&to=${to}`,
})
const rejection = (code: number) => Object.assign(new Error('no'), { responseCode: code })

test('a mail is written with what causes it, or not at all', async () => {
  const { db, post, jobsOf } = await openTestPost()
  const order = anOrder()
  const rolledBack = transact(db, async (tx) => {
    await post.write(tx, { template: 'order-placed', order })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect(await jobsOf('mail')).toHaveLength(0)
  await transact(db, (tx) => post.write(tx, { template: 'order-placed', order }))
  expect(await jobsOf('mail')).toHaveLength(1)
})

test('the same cause is one mail, however often it is written (O6)', async () => {
  const { db, post, jobsOf, until, files } = await openTestPost()
  const mail: Mail = { template: 'paid', order: anOrder() }
  await Promise.all(Array.from({ length: 20 }, () => post.write(db, mail)))
  await post.work()
  await until('completed')
  await post.write(db, mail)
  expect(await jobsOf('mail')).toHaveLength(1)
  expect(await files()).toHaveLength(1)
})

test('a copy of the database holds no usable link (I5)', async () => {
  const { pool, db, post } = await openTestPost()
  await post.write(db, verify('buyer@example.com'))
  const { rows } = await pool.query('select j::text as text from pgboss.job j')
  expect(rows.map(({ text }) => text).join()).not.toMatch(new RegExp(`${TOKEN}|buyer@example`))
})

test('without a server each mail is a file, and a second try does not make a second one', async () => {
  const { pool, db, post, until, files } = await openTestPost()
  await post.write(db, verify('buyer@example.com'))
  await post.work()
  await until('completed')
  await pool.query("update pgboss.job set state = 'retry', start_after = now() where name = 'mail'")
  await until('completed')
  const [file, ...more] = await files()
  expect(more).toEqual([])
  expect(file?.name).toMatch(/^\d{8}T\d{9}Z-verify-[0-9a-f]{8}\.eml$/)
  expect(file?.text).toMatch(/^From: Parts House <shop@parts-house\.example>\r$/m)
  expect(file?.text).toMatch(/^To: buyer@example\.com\r$/m)
  expect(file?.text).toMatch(/^Subject: Verify your e-mail for Parts House\r$/m)
  expect(file?.text).toContain(`Message-ID: <${idOf(verify('buyer@example.com'))}@localhost>`)
})

test('a mail reaches the SMTP server with text and HTML, under an id of its own', async () => {
  const smtp = await openSmtp()
  const { db, post, until } = await openTestPost(smtp.url)
  const mail: Mail = {
    template: 'contact',
    id: '1',
    email: 'asks@example.com',
    subject: 'Fan\r\nBcc: x@y.z',
    message: 'Which?',
  }
  await post.write(db, mail)
  await post.work()
  await until('completed')
  expect(smtp.taken).toHaveLength(1)
  expect(smtp.taken[0]?.to).toEqual(['desk@parts-house.example'])
  const text = smtp.taken[0]?.text ?? ''
  expect(text).toMatch(/^Reply-To: asks@example\.com\r$/m)
  expect(text).toMatch(/^Subject: Contact: Fan Bcc: x@y\.z\r$/m)
  expect(text.slice(0, text.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc:/m)
  expect(text).toContain('text/plain')
  expect(text).toContain('text/html')
  expect(text).toContain(`Message-ID: <${idOf(mail)}@localhost>`)
})

test('what a server refuses for an hour is sent later, once', async () => {
  const smtp = await openSmtp()
  await smtp.close()
  const { db, post, until, hurry, jobsOf } = await openTestPost(smtp.url)
  await Promise.all(['a', 'b', 'c'].map((who) => post.write(db, verify(`${who}@example.com`))))
  await post.work()
  await until('retry', 3)
  const back = await openSmtp({}, smtp.port)
  await hurry()
  await until('completed', 3)
  expect(back.taken.flatMap(({ to }) => to).sort()).toEqual(['a@example.com', 'b@example.com', 'c@example.com'])
  expect(await jobsOf('parked')).toEqual([])
})

test.each([451, 554])('an answer of %i holds up no other mail', async (code) => {
  const once = new Set<string>()
  const smtp = await openSmtp({
    onRcptTo: ({ address }, _session, done) => {
      if (address !== 'late@example.com' || once.has(address)) return done()
      once.add(address)
      done(rejection(code))
    },
  })
  const { db, post, until, hurry } = await openTestPost(smtp.url)
  await Promise.all(['late', 'b', 'c'].map((who) => post.write(db, verify(`${who}@example.com`))))
  await post.work()
  await until('completed', 2)
  await until('retry')
  await hurry()
  await until('completed', 3)
  expect(smtp.taken.flatMap(({ to }) => to).sort()).toEqual(['b@example.com', 'c@example.com', 'late@example.com'])
})

test('a mail that is refused to the last try is parked, and so is one that nobody can read', async () => {
  const smtp = await openSmtp({ onRcptTo: (_address, _session, done) => done(rejection(550)) })
  const { pool, db, post, until, jobsOf } = await openTestPost(smtp.url)
  await post.write(db, verify('nobody@example.com'))
  await post.write(db, verify('poison@example.com'))
  await pool.query("update pgboss.job set retry_count = retry_limit where name = 'mail'")
  await pool.query(
    `update pgboss.job set data = jsonb_set(data, '{sealed}', '"AAAA"'), retry_count = 0 where id = $1`,
    [idOf(verify('poison@example.com'))],
  )
  await post.work()
  await until('failed', 2)
  expect(await jobsOf('parked')).toHaveLength(2)
  expect(JSON.stringify(await jobsOf('mail'))).not.toContain('nobody@example.com')
})

test('a server that says nothing is left within ten seconds', async () => {
  const visits: number[] = []
  const silent = createServer((socket) => {
    const begin = performance.now()
    socket.on('close', () => visits.push(performance.now() - begin)).on('error', () => undefined)
    socket.resume()
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { db, post, until } = await openTestPost(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  await post.write(db, verify('buyer@example.com'))
  await post.work()
  await until('retry')
  await expect.poll(() => visits.length).toBe(1)
  expect(visits[0]).toBeLessThanOrEqual(10_000)
})

test('of what others can cause, a recipient gets 20 mails an hour; what is about money always comes', async () => {
  const { db, post, until, files } = await openTestPost()
  const written = async (mails: Mail[]) => {
    for (const mail of mails) await post.write(db, mail)
  }
  const page = 'http://localhost:3000/newsletter/confirm'
  const flood = (to: string, count: number) =>
    Array.from(
      { length: count },
      (_, n): Mail => ({ template: 'newsletter-confirm', to, url: `${page}?token=${n}${to}` }),
    )
  const buyerEmail = 'flooded@example.com'
  await written(flood(buyerEmail, 25))
  await post.work()
  await until('completed', 25)
  expect(await files()).toHaveLength(20)
  expect(post.dropped()).toBe(5)
  await written([...flood('other@example.com', 1), { template: 'paid', order: anOrder({ buyerEmail }) }])
  await written([{ ...verify(buyerEmail), template: 'reset' } as Mail, verify(buyerEmail)])
  await written([{ ...verify(buyerEmail), template: 'change' } as Mail, ...flood(buyerEmail, 26).slice(25)])
  await until('completed', 31)
  expect(
    (await files())
      .map(({ name }) => name.split('-')[1])
      .slice(20)
      .toSorted(),
  ).toEqual(['change', 'newsletter', 'paid', 'reset', 'verify'])
  expect(post.dropped()).toBe(6)
})

test('addresses that differ by a tag after a plus sign are one recipient', async () => {
  const { db, post, until, files } = await openTestPost()
  for (let n = 0; n < 25; n++) await post.write(db, verify(`flooded+${n}@example.com`))
  await post.write(db, verify('flooded@example.org'))
  await post.work()
  await until('completed', 26)
  expect([(await files()).length, post.dropped()]).toEqual([21, 5])
})

test('links that prove an account leave before the mails of orders that were written earlier, and receipts next', async () => {
  const { db, post, until, jobsOf } = await openTestPost()
  const orders = Array.from({ length: 15 }, () => anOrder({ lines: [aLine({ id: crypto.randomUUID() })] }))
  for (const order of orders) await post.write(db, { template: 'order-placed', order })
  await post.write(db, { template: 'paid', order: anOrder() })
  await post.write(db, { ...verify('locked.out@example.com'), template: 'reset' } as Mail)
  await post.work()
  await until('completed', 17)
  const jobs = (await jobsOf('mail')).toSorted((a, b) => Number(a.started_on) - Number(b.started_on))
  const first = jobs.filter(({ started_on }) => Number(started_on) === Number(jobs[0]?.started_on))
  expect(first).toHaveLength(10)
  expect(first.map(({ data }) => data.template)).toEqual(expect.arrayContaining(['reset', 'paid']))
})

test('mails that are dropped hold up no other mail', async () => {
  const { db, post, until, jobsOf } = await openTestPost()
  const to = 'flooded@example.com'
  for (let n = 0; n < 60; n++)
    await post.write(db, { template: 'newsletter-welcome', to, url: `http://localhost/${n}` })
  await post.work()
  await until('completed', 60)
  expect(post.dropped()).toBe(40)
  const begun = (await jobsOf('mail')).map(({ started_on }) => Number(started_on)).toSorted((a, b) => a - b)
  const within = (from: number, to: number) => (begun[to] ?? Number.NaN) - (begun[from] ?? Number.NaN)
  // Ten mails at a time: two times what was sent, four times what was dropped.
  expect(within(20, 59)).toBeLessThan(2 * within(0, 19))
})

test('a mail that is tried again is counted once', async () => {
  let tries = 0
  const refuse = () => {
    tries++
    return rejection(450)
  }
  const smtp = await openSmtp({ onRcptTo: (_, __, done) => done(refuse()) })
  const { post, db, until, hurry, pool } = await openTestPost(smtp.url)
  await post.write(db, verify('slow@example.com'))
  await post.work()
  for (const round of [1, 2, 3]) {
    await expect.poll(() => tries).toBe(round)
    await until('retry')
    await hurry()
  }
  const { rows } = await pool.query("select points from rate_limits where key like 'mails of sign-ups an hour:%'")
  expect(rows).toEqual([{ points: 1 }])
})

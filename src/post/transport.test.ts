import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openSmtp } from './open-test-post.ts'
import { openTransport } from './transport.ts'

const MAIL_FROM = 'Parts House <desk@parts-house.example>'

/** A transport into files, or to a server, and a letter whose HTML is not a text but a place to get one from. */
async function open(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'parts-house-transport-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const send = openTransport(readConfig({ DATA_DIR: dataDir, ...env }), () => undefined)
  const letter = { to: 'buyer@example.com', subject: 'Receipt', text: 'Congrats!', links: [] }
  const sendFrom = (html: object) =>
    send({ letter: { ...letter, html: html as never }, id: 'x', template: 'paid', writtenAt: new Date() })
  return { dataDir, sendFrom }
}

test('a letter brings no file of the machine along', async () => {
  const { dataDir, sendFrom } = await open()
  const path = join(dataDir, 'secret')
  await writeFile(path, 'the secret of the shop')
  await expect(sendFrom({ path })).rejects.toThrow('File access rejected')
  expect(await readdir(dataDir)).not.toContain('mail')

  const { url, taken } = await openSmtp()
  const bySmtp = await open({ SMTP_URL: url, MAIL_FROM })
  await expect(bySmtp.sendFrom({ path })).rejects.toThrow('File access rejected')
  expect(taken).toEqual([])
})

test('a letter brings no page of a server along', async () => {
  const asked = vi.fn()
  const server = createServer((request, response) => {
    asked(request.url)
    response.end('a page')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { sendFrom } = await open()
  const href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await expect(sendFrom({ href })).rejects.toThrow('Url access rejected')
  expect(asked).not.toHaveBeenCalled()
})

import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config/config.ts'
import type { Letter } from './templates/letter.tsx'

/** `id` is the same however often the letter is sent, so a mail program shows it once. */
type Sending = { letter: Letter; id: string; template: string; writtenAt: Date }
export type Send = (sending: Sending) => Promise<void>

const DEADLINE = 10_000

/** Sends by SMTP, or writes a file while no server is set. Rejects when the server did not take the letter. */
export const openTransport = (config: Config, tell: (line: string) => void): Send =>
  config.smtpUrl ? bySmtp(config, config.smtpUrl) : intoFiles(config, tell)

function bySmtp(config: Config, url: string): Send {
  const limits = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: DEADLINE, dnsTimeout: 8000 }
  const transport = createTransport({ url, ...limits, socketCloseTimeout: 1000 })
  return async (sending) => {
    await transport.sendMail({ ...messageOf(config, sending), signal: AbortSignal.timeout(DEADLINE) })
  }
}

function intoFiles(config: Config, tell: (line: string) => void): Send {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const folder = join(config.dataDir, 'mail')
  return async (sending) => {
    const { letter, id, template, writtenAt } = sending
    const { message } = await transport.sendMail(messageOf(config, sending))
    if (!Buffer.isBuffer(message)) throw new Error('The letter was not made.')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `${writtenAt.toISOString().replace(/[-:.]/g, '')}-${template}-${id.slice(0, 8)}.eml`)
    // Writes a temporary file and renames it, so that a reader of the folder never finds half a letter.
    await writeFile(`${file}.part`, message, { mode: 0o600 })
    await rename(`${file}.part`, file)
    for (const link of letter.links.length ? letter.links : [file])
      tell(`Mail to ${letter.to}: ${letter.subject} → ${link}`)
  }
}

function messageOf(config: Config, { letter, id, writtenAt }: Sending) {
  const { to, replyTo, subject, html, text, headers } = letter
  return {
    from: config.mailFrom,
    to: { name: '', address: to },
    replyTo: replyTo && { name: '', address: replyTo },
    subject,
    html,
    text,
    headers,
    date: writtenAt,
    messageId: `<${id}@${new URL(config.appOrigin).hostname}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

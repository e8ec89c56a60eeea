import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject, vi } from 'vitest'

/** The newest mail to an address under a subject, as its plain text, once it is there. */
export async function mailTo(address: string, subject: RegExp, folder = inject('mailFolder')) {
  const isIt = (mail: string) => header(mail, 'To') === address && subject.test(header(mail, 'Subject'))
  const look = async () => {
    const found = (await mails(folder)).findLast(isIt)
    if (!found) throw new Error(`No mail to ${address} under ${subject}`)
    return textOf(found)
  }
  return vi.waitFor(look, { timeout: 30_000 })
}

/** The first address in a mail that leads to our own calls or pages under this path. */
export function linkIn(mail: string, path: string) {
  const link = mail.match(/https?:\/\/\S+/g)?.find((address) => new URL(address).pathname.startsWith(path))
  if (!link) throw new Error(`No link to ${path} in:\n${mail}`)
  return link
}

async function mails(folder: string) {
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
}

const header = (mail: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(mail)?.[1]?.trim() ?? ''

/** The plain part, its quoted-printable lines joined and decoded. */
function textOf(mail: string) {
  const [, plain = ''] = mail.split(/Content-Transfer-Encoding: quoted-printable\r?\n\r?\n/)
  const bytes = plain
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

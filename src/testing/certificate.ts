import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { DAY } from '../config/clock.ts'

/** One element of DER: its tag, its length, its content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const long = content.length > 255 ? [0x82, content.length >> 8, content.length & 255] : [0x81, content.length]
  return Buffer.concat([Buffer.from([tag, ...(content.length < 128 ? [content.length] : long)]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const identifier = (...numbers: number[]) => der(0x06, Buffer.from(numbers))
const utcTime = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replace(/^..|[-:T]|\.\d+/g, '')}`))

const ECDSA_SHA256 = sequence(identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2))
const COMMON_NAME = identifier(0x55, 4, 3)
const ALSO_NAMED = identifier(0x55, 0x1d, 0x11)

/** A certificate for localhost, signed by itself, that ends in so many days. */
export function aCertificate(days: number, from = new Date()) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('localhost')))))
  const start = new Date(Math.min(from.getTime(), from.getTime() + days * DAY) - DAY)
  const names = sequence(ALSO_NAMED, der(0x04, sequence(der(0x82, Buffer.from('localhost')))))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    name,
    // A minute more, so that the test's own seconds do not make it a day less.
    sequence(utcTime(start), utcTime(new Date(from.getTime() + days * DAY + 60_000))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(names)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const cert = sequence(body, ECDSA_SHA256, signature).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${cert.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

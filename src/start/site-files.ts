import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context, MiddlewareHandler } from 'hono'
import { serveStatic } from 'hono/serve-static'
import { BoundedMap } from '../document/bounded-map.ts'
import { MB } from '../http/body-size.ts'

/** Bytes of one folder's files in memory. A build comes to six million with its compressed copies. */
const MOST_BYTES = 16 * MB

type File = { bytes: Buffer<ArrayBuffer>; modified: string }
type Folder = {
  root: string
  cacheControl: (path: string) => string
  rewriteRequestPath?: (path: string) => string
}

/**
 * The files of a folder, as whole bytes that all answers share: the turn of a request ends before its answer is sent, so
 * streams from the disk would all run at once, however few turns their address has.
 */
export function filesOf({ root, cacheControl, rewriteRequestPath = (path) => path }: Folder): MiddlewareHandler {
  const read = readOnce()
  return async (c, next) => {
    let found: File | undefined
    const getContent = async (path: string) => {
      const file = await read(path)
      found = file ?? found
      return file?.bytes ?? null
    }
    const files = serveStatic({ root, join, precompressed: true, rewriteRequestPath, getContent })
    const isFound = await files(c, async () => undefined)
    if (!isFound || !found) return next()
    c.header('Cache-Control', cacheControl(c.req.path))
    return send(c, found)
  }
}

/** Reads each file once, as long as it is among those last read that come to MOST_BYTES. */
function readOnce() {
  const kept = new BoundedMap<File>({ bytes: MOST_BYTES, sizeOf: ({ bytes }) => bytes.length })
  return async (path: string) => {
    const known = kept.get(path)
    const file = known ?? (await readWhole(path))
    if (file && !known) kept.set(path, file)
    return file
  }
}

/** Undefined where there is no such file. */
async function readWhole(path: string): Promise<File | undefined> {
  try {
    const { mtime } = await stat(path)
    return { bytes: await readFile(path), modified: mtime.toUTCString() }
  } catch {
    return undefined
  }
}

function send(c: Context, { bytes, modified }: File) {
  const { length } = bytes
  c.header('Last-Modified', modified)
  if (c.req.header('If-Modified-Since') === modified) return c.body(null, 304)
  const isOfThis = (c.req.header('If-Range') ?? modified) === modified
  const range = c.req.method === 'GET' && isOfThis && rangeOf(c.req.header('Range'), length)
  if (!range) {
    c.header('Content-Length', String(length))
    return c.body(bytes)
  }
  const { first, last } = range
  c.header('Accept-Ranges', 'bytes')
  const isThere = first <= last
  c.header('Content-Range', `bytes ${isThere ? `${first}-${last}` : '*'}/${length}`)
  return isThere ? c.body(bytes.subarray(first, last + 1), 206) : c.body(null, 416)
}

/** The bytes that a Range asks for, `first` beyond `last` where it has none; undefined for several ranges, or for none that could be. */
function rangeOf(asked = '', length: number) {
  const [, from, to] = /^bytes=(?!-$)(\d*)-(\d*)$/.exec(asked) ?? []
  if (from === undefined || (from && to && Number(to) < Number(from))) return undefined
  if (from === '') return { first: Math.max(length - Number(to), 0), last: length - 1 }
  return { first: Number(from), last: Math.min(to ? Number(to) : length - 1, length - 1) }
}

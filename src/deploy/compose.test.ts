import { existsSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { Settings } from '../config/settings.ts'

type Service = {
  image?: string
  build?: string
  volumes?: string[]
  networks?: string[]
  environment?: Record<string, string>
  ports?: unknown[]
  depends_on?: string[] | Record<string, unknown>
}

const FOLDER = 'deploy/compose'
const source = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8')
const compose = parse(source, { merge: true }) as {
  services: Record<string, Service>
  volumes: object
  networks: object
}
const services = Object.entries(compose.services)

test('compose.yaml names only volumes, networks, services and files that are there', () => {
  expect(services.flatMap(([, { volumes = [] }]) => volumes)).not.toEqual([])
  expect(existsSync(join(FOLDER, compose.services.shop?.build ?? '', 'Dockerfile'))).toBe(true)
  for (const [name, { volumes = [], networks = [], depends_on = [] }] of services) {
    for (const volume of volumes) {
      const [from = ''] = volume.split(':')
      if (from.startsWith('.')) expect(existsSync(normalize(join(FOLDER, from))), volume).toBe(true)
      else expect(compose.volumes, name).toHaveProperty(from)
    }
    for (const network of networks) expect(compose.networks).toHaveProperty(network)
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    for (const other of needed) expect(compose.services).toHaveProperty(other)
  }
})

test('each variable that compose.yaml reads is in .env.example, and the shop is given settings that it has', () => {
  const example = parseEnv(readFileSync('.env.example', 'utf8'))
  const named = Array.from(source.matchAll(/\$\{([A-Z_]+)/g), ([, name = '']) => name)
  expect(named).toContain('POSTGRES_PASSWORD')
  for (const name of named) expect(example).toHaveProperty(name)
  const given = Object.keys(compose.services.shop?.environment ?? {})
  expect(given).toContain('TRUSTED_PROXIES')
  for (const name of given) expect(Settings.shape).toHaveProperty(name)
})

test('only the proxy is reached from outside, and only it meets the shop in its network', () => {
  expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy'])
  const inFront = services.filter(([, { networks }]) => networks?.includes('front')).map(([name]) => name)
  expect(inFront.sort()).toEqual(['proxy', 'shop'])
  const { TRUSTED_PROXIES = '' } = compose.services.shop?.environment ?? {}
  expect(source).toContain(`subnet: ${TRUSTED_PROXIES}`)
})

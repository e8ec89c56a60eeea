import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Machine } from './machines.ts'

/** Where the files of deploy/cluster are on each machine. */
export const ETC = '/etc/parts-house'
export type Service = 'etcd' | 'patroni' | 'haproxy' | 'haproxy-database' | 'pgbouncer' | 'shop'

/** What systemd starts on a machine, as the unit of deploy/cluster says. */
export function unitOf({ root, name }: Pick<Machine, 'root' | 'name'>, service: Service) {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  // %l is the machine's short host name.
  const unit = read(`${ETC}/parts-house-${service}.service`).replaceAll('%l', name)
  const valuesOf = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  const [program = '', ...args] = (valuesOf('ExecStart')[0] ?? '').split(' ')
  const [user = 'root'] = valuesOf('User')
  const [cwd = '/'] = valuesOf('WorkingDirectory')
  const env = parseEnv([...valuesOf('Environment'), ...valuesOf('EnvironmentFile').map(read)].join('\n'))
  return { program, args, user: `${user}:${user}`, cwd, env }
}

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** When a process began, in a form that only compares; nothing for one that is gone or only waits to be reaped. */
export function beginOf(pid: number): string | undefined {
  if (!(pid > 0)) return undefined
  if (process.platform !== 'linux') return ps(pid, 'lstart=')
  const stat = readProc(pid, 'stat')
  // The name in brackets may hold spaces; the state and, 19 fields on, the start time follow its last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] && !'ZX'.includes(fields[0]) ? fields[19] : undefined
}

/** The words of its command line, with a zero byte between them where the system tells. */
export function commandOf(pid: number): string {
  return process.platform === 'linux' ? readProc(pid, 'cmdline') : (ps(pid, 'command=') ?? '')
}

/** Waits until a process is gone; answers whether it is. */
export async function isGone(pid: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs
  while (beginOf(pid) !== undefined) {
    if (performance.now() > until) return false
    await pause(10)
  }
  return true
}

function readProc(pid: number, name: string) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function ps(pid: number, column: string) {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

import { type Config, isLoopback, isLoopbackName } from '../config/config.ts'

/**
 * Answers whether a Host is another name of this machine than APP_ORIGIN's (`127.0.0.1` for `localhost`). The identity
 * provider refuses sign-ins from there, so pages asked for under it lead to APP_ORIGIN; calls and files answer anyway.
 */
export function otherLoopbackName({ appOrigin }: Pick<Config, 'appOrigin'>) {
  const { hostname } = new URL(appOrigin)
  if (!isLoopback(appOrigin)) return () => false
  return (host = '') => {
    const name = host.replace(/:\d+$/, '').toLowerCase()
    return name !== hostname && isLoopbackName(name)
  }
}

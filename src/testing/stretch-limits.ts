import type { Shop } from '../shop.ts'

/** Lets the limits that count at present last ten minutes more, as a busy machine may take a minute to reach one. */
export const stretchLimits = ({ pool }: Pick<Shop, 'pool'>) =>
  pool.query('update rate_limits set expire = expire + 600000')

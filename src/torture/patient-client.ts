import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '../client.ts'
import { SECOND } from '../config/clock.ts'

/** A client that sends a call again after the Retry-After of its 503; `waited` gets the milliseconds to each of them. */
export const patientClient = (origin: string, token: string, waited: number[]) =>
  connect(origin, async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('Authorization', `Bearer ${token}`)
    for (;;) {
      const start = performance.now()
      const answer = await fetch(input, { ...init, headers })
      const seconds = Number(answer.headers.get('Retry-After'))
      if (answer.status !== 503 || !(seconds > 0)) return answer
      waited.push(performance.now() - start)
      await answer.body?.cancel()
      await wait(seconds * SECOND)
    }
  })

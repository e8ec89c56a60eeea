import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { connect } from '../../client.ts'
import { apiContext } from '../../document/api-context.ts'
import { loader } from './home.tsx'

/** The status of the page whose calls have these statuses: that of the parts, and that of the reviews. */
async function statusOf(parts: number, reviews: number) {
  const context = new RouterContextProvider()
  const answer = async (asked: RequestInfo | URL) => {
    const status = `${asked}`.includes('/products') ? parts : reviews
    return Response.json(status === 200 ? [] : { code: 'any', message: 'Not now.' }, { status })
  }
  context.set(apiContext, connect('http://localhost', answer))
  const page = await loader({ context })
  return page.init?.status
}

test('who asks for the home page too often is told to wait, and a list that is away is told apart from that', async () => {
  const statuses = await Promise.all([statusOf(200, 200), statusOf(429, 200), statusOf(200, 429), statusOf(500, 200)])
  expect(statuses).toEqual([200, 429, 429, 503])
})

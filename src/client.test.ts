import { expect, test } from 'vitest'
import { connect } from './client.ts'

test('whatever a parameter of a path holds, it stays one piece of the path of its call', async () => {
  const asked: string[] = []
  const client = connect('http://shop', async (input) => {
    asked.push(new URL(`${input}`).href)
    return new Response('{}')
  })
  await client.product[':id'].page.$get({ param: { id: '../cart?x=#/Ω 1%' } })
  await client.search.$get({ query: { q: 'a/b?' } })
  expect(asked).toEqual([
    'http://shop/api/product/..%2Fcart%3Fx%3D%23%2F%CE%A9%201%25/page',
    'http://shop/api/search?q=a%2Fb%3F',
  ])
})

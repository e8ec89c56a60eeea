import { Hono } from 'hono'
import { z } from 'zod'
import { allowed, anyone } from '../accounts/guards.ts'
import { body, param, query } from '../http/body.ts'
import { pageHeaders } from '../http/page-headers.ts'
import type { Env } from '../http/request-context.ts'
import { answers } from '../http/route-tags.ts'
import { AddProduct, Product, ProductListing } from './contract.ts'
import { productsOnSale } from './list-products.ts'
import { addProduct, productOf, removeProduct } from './products.ts'

const Id = z.object({ id: z.uuid() })

export const productsApi = new Hono<Env>()
  .get('/products', anyone, query(ProductListing), answers(200, z.array(Product)), async (c) => {
    const page = await productsOnSale(c.get('shop').db, c.req.valid('query'))
    return c.json(page.items, 200, pageHeaders(c.req.url, page))
  })
  .get('/product/:id', anyone, param(Id), answers(200, Product), async (c) =>
    c.json(await productOf(c.get('shop').db, c.req.valid('param').id)),
  )
  .post('/product', allowed('products.write'), body(AddProduct), answers(201, Product), async (c) =>
    c.json(await addProduct(c.get('shop'), c.get('user'), c.req.valid('json')), 201),
  )
  .delete('/product/:id', allowed('products.write'), param(Id), answers(200, Product), async (c) =>
    c.json(await removeProduct(c.get('shop'), c.get('user'), c.req.valid('param').id)),
  )

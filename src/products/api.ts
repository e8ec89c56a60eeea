import { Hono } from 'hono'
import { z } from 'zod'
import { allowed, anyone } from '../accounts/guards.ts'
import { body, byId, param } from '../http/body.ts'
import { kept } from '../http/kept.ts'
import { makeOnce, onceForKey } from '../http/once-for-key.ts'
import { reading } from '../http/read-after.ts'
import type { Env } from '../http/request-context.ts'
import { answers, changes, keyed } from '../http/route-tags.ts'
import { categoriesOf } from './categories.ts'
import {
  AddProduct,
  EditedProduct,
  EditProduct,
  MoveStock,
  Product,
  ProductName,
  StockMovement,
  StoredProduct,
  TopCategory,
} from './contract.ts'
import { addProduct, editedProductOf, editProduct, removeProduct, restoreProduct } from './edit-products.ts'
import { movementsOf, moveStock } from './move-stock.ts'
import { productNamed } from './named-product.ts'

export const productsApi = new Hono<Env>()
  .get(
    '/categories',
    anyone,
    kept,
    answers(200, z.array(TopCategory), 'List the tree of categories with their attributes'),
    async (c) => c.json(await reading(c, categoriesOf)),
  )
  .get(
    '/product/:id',
    anyone,
    kept,
    param(ProductName),
    answers(200, Product, 'Show a product, by its id, its slug or a number'),
    async (c) => c.json(await reading(c, (db) => productNamed(db, c.req.valid('param').id))),
  )
  .post(
    '/product',
    allowed('products.write'),
    keyed,
    changes('catalogue'),
    body(AddProduct),
    answers(201, Product, 'Put a product on sale'),
    async (c) => {
      const sent = c.req.valid('json')
      return c.json(await makeOnce(c, sent, (shop) => addProduct(shop, c.get('user'), sent)), 201)
    },
  )
  .put(
    '/product/:id',
    allowed('products.write'),
    changes('catalogue'),
    byId,
    body(EditProduct),
    answers(200, EditedProduct, 'Change a product'),
    async (c) =>
      c.json(await editProduct(c.get('shop'), c.get('user'), { ...c.req.valid('json'), ...c.req.valid('param') })),
  )
  .post(
    '/product/:id/stock',
    allowed('products.write'),
    keyed,
    changes('catalogue'),
    byId,
    body(MoveStock),
    answers(200, StoredProduct, 'Add pieces to the stock, or take some out'),
    async (c) => {
      const move = { ...c.req.valid('param'), ...c.req.valid('json') }
      return c.json(await onceForKey(c, move, (shop) => moveStock(shop, c.get('user'), move)))
    },
  )
  .post(
    '/product/:id/restore',
    allowed('products.write'),
    changes('catalogue'),
    byId,
    answers(200, StoredProduct, 'Put a product back on sale'),
    async (c) => c.json(await restoreProduct(c.get('shop'), c.get('user'), c.req.valid('param').id)),
  )
  .get(
    '/allproducts/:id',
    allowed('products.write'),
    byId,
    answers(200, EditedProduct, 'Show a product with its stock, on sale or not'),
    async (c) => c.json(await editedProductOf(c.get('shop').db, c.req.valid('param').id)),
  )
  .get(
    '/allproducts/:id/movements',
    allowed('products.write'),
    byId,
    answers(200, z.array(StockMovement), 'List what moved the stock of a product'),
    async (c) => c.json(await movementsOf(c.get('shop').db, c.req.valid('param').id)),
  )
  .delete(
    '/product/:id',
    allowed('products.write'),
    changes('catalogue'),
    byId,
    answers(200, Product, 'Take a product out of the shop'),
    async (c) => c.json(await removeProduct(c.get('shop'), c.get('user'), c.req.valid('param').id)),
  )

import { Hono } from 'hono'
import { z } from 'zod'
import { allowed, anyone, signedIn } from '../accounts/guards.ts'
import { body, byId, param, query } from '../http/body.ts'
import { kept } from '../http/kept.ts'
import { makeOnce } from '../http/once-for-key.ts'
import { pageHeaders } from '../http/page-headers.ts'
import { limited } from '../http/rate-limit.ts'
import { reading } from '../http/read-after.ts'
import type { Env } from '../http/request-context.ts'
import { answers, changes, keyed } from '../http/route-tags.ts'
import { Listing } from '../wire/listing.ts'
import { appliancesOf, keepAppliance, loseAppliance } from './appliances.ts'
import {
  AddFit,
  Appliance,
  AskFit,
  AskFits,
  ChangeFit,
  Complaint,
  Fit,
  FitOfPart,
  FitOfProduct,
  KeepAppliance,
  LoseAppliance,
  Model,
  ModelCounts,
  ModelListing,
  ModelNumber,
  ModelSummary,
  RemoveFit,
  Symptom,
  SymptomOfModel,
} from './contract.ts'
import { addFit, changeFit, fitsOfPart, removeFit } from './edit-fits.ts'
import { fitOfOne, fitsOfMany } from './fits.ts'
import { countModels, listModels, modelOf } from './models.ts'
import { complaints, symptomOf } from './symptoms.ts'

export const fitsApi = new Hono<Env>()
  .get(
    '/models',
    anyone,
    limited('models', { points: 240, seconds: 60, by: 'address' }),
    kept,
    query(ModelListing),
    answers(200, z.array(ModelSummary), 'List the models of appliances'),
    async (c) => {
      const page = await reading(c, (db) => listModels(db, c.req.valid('query')))
      return c.json(page.items, 200, pageHeaders(c.req.url, page))
    },
  )
  .get('/symptoms', anyone, kept, answers(200, z.array(Complaint), 'List what may be wrong with an appliance'), (c) =>
    c.json(complaints(), 200),
  )
  .get('/model-counts', anyone, kept, answers(200, ModelCounts, 'Count the models of each kind and maker'), async (c) =>
    c.json(await reading(c, countModels)),
  )
  .get(
    '/models/:number',
    anyone,
    kept,
    param(ModelNumber),
    answers(200, Model, 'Show a model with all its parts'),
    async (c) => c.json(await reading(c, (db) => modelOf(db, c.req.valid('param').number))),
  )
  .get(
    '/models/:number/symptoms/:slug',
    anyone,
    kept,
    param(SymptomOfModel),
    answers(200, Symptom, 'Tell the likely causes of a fault of a model'),
    async (c) => {
      const { number, slug } = c.req.valid('param')
      return c.json(symptomOf(await reading(c, (db) => modelOf(db, number)), slug))
    },
  )
  .get(
    '/fit',
    anyone,
    limited('fits', { points: 240, seconds: 60, by: 'address' }),
    query(AskFit),
    answers(200, Fit, 'Tell whether a product fits a model'),
    async (c) => c.json(await reading(c, (db) => fitOfOne(db, c.req.valid('query')))),
  )
  .get(
    '/fits',
    anyone,
    limited('fits', { points: 240, seconds: 60, by: 'address' }),
    query(AskFits),
    answers(200, z.array(FitOfProduct), 'Tell which of up to a hundred products fit a model'),
    async (c) => c.json(await reading(c, (db) => fitsOfMany(db, c.req.valid('query')))),
  )
  .get('/appliances', signedIn, answers(200, z.array(Appliance), 'List your appliances'), async (c) =>
    c.json(await appliancesOf(c.get('shop').db, c.get('user'))),
  )
  .put(
    '/appliances',
    signedIn,
    limited('appliances', { points: 60, seconds: 600, by: 'user' }),
    body(KeepAppliance),
    answers(200, z.array(Appliance), 'Keep an appliance, or rename it'),
    async (c) => c.json(await keepAppliance(c.get('shop'), c.get('user'), c.req.valid('json'))),
  )
  .delete(
    '/appliances',
    signedIn,
    limited('appliances', { points: 60, seconds: 600, by: 'user' }),
    query(LoseAppliance),
    answers(200, z.array(Appliance), 'Remove one of your appliances'),
    async (c) => c.json(await loseAppliance(c.get('shop'), c.get('user'), c.req.valid('query').model)),
  )
  .get(
    '/allproducts/:id/fits',
    allowed('products.write'),
    byId,
    query(Listing),
    answers(200, z.array(FitOfPart), 'List the models that a product fits'),
    async (c) => {
      const page = await fitsOfPart(c.get('shop').db, { ...c.req.valid('param'), listing: c.req.valid('query') })
      return c.json(page.items, 200, pageHeaders(c.req.url, page))
    },
  )
  .post(
    '/product/:id/fits',
    allowed('products.write'),
    keyed,
    changes('catalogue'),
    byId,
    body(AddFit),
    answers(201, FitOfPart, 'Say that a product fits a model'),
    async (c) => {
      const sent = { ...c.req.valid('json'), ...c.req.valid('param') }
      return c.json(await makeOnce(c, sent, (shop) => addFit(shop, c.get('user'), sent)), 201)
    },
  )
  .put(
    '/fits/:id',
    allowed('products.write'),
    changes('catalogue'),
    byId,
    body(ChangeFit),
    answers(200, FitOfPart, 'Change where and which of a model a product fits'),
    async (c) =>
      c.json(await changeFit(c.get('shop'), c.get('user'), { ...c.req.valid('json'), ...c.req.valid('param') })),
  )
  .delete(
    '/fits/:id',
    allowed('products.write'),
    changes('catalogue'),
    byId,
    query(RemoveFit),
    answers(200, FitOfPart, 'Say that a product no longer fits a model'),
    async (c) =>
      c.json(await removeFit(c.get('shop'), c.get('user'), { ...c.req.valid('query'), ...c.req.valid('param') })),
  )

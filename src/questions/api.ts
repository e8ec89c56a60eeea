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
import { ProductName } from '../products/contract.ts'
import { fewOfUnverified } from '../reviews/few-of-unverified.ts'
import { giveAnswer, hideAnswer, hideQuestion } from './answers.ts'
import {
  Answer,
  AskQuestion,
  GiveAnswer,
  Hidden,
  Hide,
  ListedQuestion,
  Question,
  QuestionListing,
  Questions,
  QuestionsOfPart,
} from './contract.ts'
import { askQuestion, questionsIn, questionsOfPart } from './questions.ts'

export const questionsApi = new Hono<Env>()
  .get(
    '/product/:id/questions',
    anyone,
    kept,
    param(ProductName),
    query(QuestionsOfPart),
    answers(200, Questions, 'List the questions about a product, with their answers'),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await reading(c, (db) => questionsOfPart(db, id, c.req.valid('query'))))
    },
  )
  .post(
    '/product/:id/questions',
    signedIn,
    limited('question', { points: 5, seconds: 600, by: 'user' }),
    keyed,
    changes('catalogue'),
    param(ProductName),
    body(AskQuestion),
    fewOfUnverified(),
    answers(201, Question, 'Ask about a product'),
    async (c) => {
      const sent = { ...c.req.valid('json'), ...c.req.valid('param') }
      return c.json(await makeOnce(c, sent, (shop) => askQuestion(shop, c.get('user'), sent)), 201)
    },
  )
  .get(
    '/questions',
    allowed('questions.answer'),
    query(QuestionListing),
    answers(200, z.array(ListedQuestion), 'List the questions that wait, are answered or are hidden'),
    async (c) => {
      const page = await questionsIn(c.get('shop'), c.req.valid('query'))
      return c.json(page.items, 200, pageHeaders(c.req.url, page))
    },
  )
  .post(
    '/questions/:id/answers',
    signedIn,
    limited('answer', { points: 30, seconds: 600, by: 'user' }),
    keyed,
    changes('catalogue'),
    byId,
    body(GiveAnswer),
    answers(201, Answer, 'Answer a question, for the shop or as a buyer of the part'),
    async (c) => {
      const sent = { ...c.req.valid('json'), ...c.req.valid('param') }
      return c.json(await makeOnce(c, sent, (shop) => giveAnswer(shop, c.get('user'), sent)), 201)
    },
  )
  .patch(
    '/questions/:id',
    allowed('questions.answer'),
    changes('catalogue'),
    byId,
    body(Hide),
    answers(200, Hidden, 'Hide a question, or show it again'),
    async (c) => {
      const asked = { ...c.req.valid('param'), ...c.req.valid('json') }
      return c.json(await hideQuestion(c.get('shop'), c.get('user'), asked))
    },
  )
  .patch(
    '/answers/:id',
    allowed('questions.answer'),
    changes('catalogue'),
    byId,
    body(Hide),
    answers(200, Hidden, 'Hide an answer, or show it again'),
    async (c) => {
      const asked = { ...c.req.valid('param'), ...c.req.valid('json') }
      return c.json(await hideAnswer(c.get('shop'), c.get('user'), asked))
    },
  )

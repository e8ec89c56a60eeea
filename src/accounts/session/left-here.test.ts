import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.unstubAllGlobals())

/** The browser APIs that a store uses; `elsewhere` writes as another tab does. */
function aBrowser() {
  const kept = new Map<string, string>()
  const events = new EventTarget()
  class StorageEvent extends Event {
    readonly key: string | null
    readonly newValue: string | null
    constructor(type: string, { key, newValue = null }: { key: string | null; newValue?: string | null }) {
      super(type)
      this.key = key
      this.newValue = newValue
    }
  }
  vi.stubGlobal('StorageEvent', StorageEvent)
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  const elsewhere = (key: string, value: object) => {
    const newValue = JSON.stringify(value)
    kept.set(key, newValue)
    events.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }
  return { kept, elsewhere }
}

/** What one tab keeps. */
function aTab() {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  })
  return kept
}

/** The modules as a document that begins now loads them. */
async function aDocument() {
  vi.resetModules()
  const [stores, own, taken, drafts, here, token, left] = await Promise.all([
    import('../../ui/browser-store.ts'),
    import('../../ui/own-store.ts'),
    import('../../ui/take-own.ts'),
    import('../../ui/draft.ts'),
    import('../../ui/user-here.ts'),
    import('./token.ts'),
    import('./left-here.ts'),
  ])
  return { ...stores, ...own, ...taken, ...drafts, ...here, ...token, ...left }
}

const DRAFT = 'review anna@example.com'
const TEXT = { description: 'Runs cold.' }

test('a store tells what another tab wrote, also while no page shows it', async () => {
  const { elsewhere } = aBrowser()
  const { browserStore } = await aDocument()
  const store = browserStore('compare', { slugs: [] as string[] })
  store.write({ slugs: ['ef-230'] })
  elsewhere('other', { slugs: [] })
  expect(store.read()).toEqual({ slugs: ['ef-230'] })
  elsewhere('compare', { slugs: ['sr-22'] })
  expect(store.read()).toEqual({ slugs: ['sr-22'] })
})

test('a logout takes out what tells of a person, also what no page has opened yet, and leaves the rest', async () => {
  const { kept, elsewhere } = aBrowser()
  const { browserStore, leaveNothing } = await aDocument()
  const [pasted, compared] = [browserStore('quick-order', { text: '' }), browserStore('compare', { slugs: [''] })]
  pasted.write({ text: 'EF-230 4' })
  compared.write({ slugs: ['ef-230'] })
  elsewhere('sums', { country: 'NO', code: 'SECRET' })
  elsewhere('looked-up', { model: 'BKG39-501/01', serial: '30460001' })
  leaveNothing()
  expect([pasted.read(), compared.read()]).toEqual([{ text: '' }, { slugs: ['ef-230'] }])
  expect([...kept.keys()]).toEqual(['compare', 'left'])
})

/** What a document that begins now shows of a pasted list and a draft. */
async function shown() {
  const { ownStore, takeDraft } = await aDocument()
  return [ownStore('quick-order', { text: '' }).read().text, takeDraft(DRAFT)]
}

test('what a user typed is shown to nobody else who signs in after a session that ended, and to them again', async () => {
  aBrowser()
  aTab()
  const anna = await aDocument()
  anna.storeToken('a', 'anna')
  anna.ownDocument('anna')
  anna.removeToken()
  anna.ownStore('quick-order', { text: '' }).write({ text: 'EF-230 4' })
  anna.keepDraft(DRAFT, TEXT)
  const bert = await aDocument()
  bert.storeToken('b', 'bert')
  expect(await shown()).toEqual(['', undefined])
  anna.keepDraft(DRAFT, TEXT)
  expect(anna.takeDraft(DRAFT)).toBeUndefined()
  bert.removeToken()
  anna.keepDraft(DRAFT, TEXT)
  bert.storeToken('c', 'anna')
  expect(await shown()).toEqual(['EF-230 4', TEXT])
})

test('what a visitor typed is there after the sign-in, also where the session of somebody else had ended', async () => {
  const { kept } = aBrowser()
  aTab()
  kept.set('accessTokenOf', 'anna')
  const visitor = await aDocument()
  visitor.ownStore('quick-order', { text: '' }).write({ text: 'SR-22 1' })
  visitor.keepDraft(DRAFT, TEXT)
  visitor.storeToken('b', 'bert')
  expect(visitor.isOver()).toBe(false)
  expect(await shown()).toEqual(['SR-22 1', TEXT])
})

/** A document that begins once the session has ended by itself, and what it shows of what was typed in it. */
async function afterAnna() {
  const anna = await aDocument()
  anna.ownDocument('anna')
  anna.ownStore('quick-order', { text: '' }).write({ text: 'EF-230 4' })
  anna.keepDraft(DRAFT, TEXT)
  const next = await aDocument()
  const pasted = next.ownStore('quick-order', { text: '' })
  return { ...next, pasted, shownNow: () => [next.takeOwn(pasted, 'text').text, next.takeDraft(DRAFT)] }
}

test('until it is known who is here, nothing that somebody typed is shown, and it is there for them afterwards', async () => {
  aBrowser()
  aTab()
  const { shownNow, ownDocument } = await afterAnna()
  expect(shownNow()).toEqual(['', undefined])
  ownDocument('anna')
  expect(shownNow()).toEqual(['EF-230 4', TEXT])
})

test('where nobody is signed in, a document that shows what a user typed is theirs, and a draft stays theirs', async () => {
  aBrowser()
  aTab()
  const { shownNow, noteSession, keepDraft, ownDocument } = await afterAnna()
  noteSession(true)
  expect(shownNow()).toEqual(['EF-230 4', TEXT])
  keepDraft(DRAFT, TEXT)
  expect(ownDocument('bert')).toBe(false)
  const bert = await aDocument()
  bert.ownDocument('bert')
  expect(bert.takeDraft(DRAFT)).toBeUndefined()
})

test('what a visitor began stays theirs where the document then shows what a user typed', async () => {
  aBrowser()
  aTab()
  const { ownStore, shownNow, noteSession, ownDocument } = await afterAnna()
  const cart = ownStore('cart', { lines: [''] })
  noteSession(true)
  cart.write({ lines: ['HC-120'] })
  expect(shownNow()).toEqual(['EF-230 4', TEXT])
  cart.write({ lines: ['HC-120', 'SR-22'] })
  expect(ownDocument('bert')).toBe(false)
  const bert = await aDocument()
  bert.ownDocument('bert')
  expect(bert.ownStore('cart', { lines: [''] }).read().lines).toEqual(['HC-120', 'SR-22'])
})

test('a document that shows nothing of whose session had ended is the visitor’s', async () => {
  aBrowser()
  const { pasted, noteSession, ownDocument } = await afterAnna()
  noteSession(true)
  expect(pasted.read().text).toBe('')
  expect(ownDocument('bert')).toBe(true)
})

test('a sign-in leaves nothing of a registration that was typed before it', async () => {
  aBrowser()
  aTab()
  const { keepDraft, takeDraft, storeToken, ownDocument, REGISTRATION_DRAFT } = await aDocument()
  keepDraft(REGISTRATION_DRAFT, { name: 'Anna', email: 'anna@example.com' })
  storeToken('a', 'anna')
  ownDocument('anna')
  expect(takeDraft(REGISTRATION_DRAFT)).toBeUndefined()
})

test('a logout takes out what was typed in this tab, and a form that goes away with it keeps nothing', async () => {
  aBrowser()
  const kept = aTab()
  const { keepDraft, leaveNothing, takeDraft } = await aDocument()
  keepDraft(DRAFT, TEXT)
  leaveNothing()
  expect(kept.size).toBe(0)
  keepDraft(DRAFT, TEXT)
  expect([kept.size, takeDraft(DRAFT)]).toEqual([0, undefined])
})

test('a logout in another tab takes it out of this one, too', async () => {
  const { elsewhere } = aBrowser()
  const kept = aTab()
  const { keepDraft } = await aDocument()
  keepDraft(DRAFT, TEXT)
  elsewhere('accessToken', {})
  expect(kept.size).toBe(1)
  elsewhere('left', {})
  expect(kept.size).toBe(0)
})

test('a document that did not hear of a logout stores nothing and is nobody’s who comes after it', async () => {
  const { kept } = aBrowser()
  const tab = aTab()
  const unheard = await aDocument()
  const pasted = unheard.ownStore('quick-order', { text: '' })
  unheard.keepDraft(DRAFT, TEXT)
  kept.set('left', '1')
  pasted.write({ text: 'EF-230 4' })
  expect([unheard.isOver(), unheard.ownDocument('bert'), kept.has('quick-order')]).toEqual([true, false, false])
  expect([unheard.takeDraft(DRAFT), tab.size]).toEqual([undefined, 0])
  unheard.keepDraft(DRAFT, TEXT)
  expect(tab.size).toBe(0)
  const next = await aDocument()
  next.keepDraft(DRAFT, TEXT)
  expect([next.ownDocument('bert'), next.takeDraft(DRAFT)]).toEqual([true, TEXT])
})

test('an answer that comes after a logout stores no token over that of whoever has logged in since', async () => {
  const { kept } = aBrowser()
  const { ownDocument, renewToken } = await aDocument()
  const [sent, held, reload] = [vi.fn(), Promise.withResolvers<Response>(), vi.fn()]
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/auth/')) return Response.json({ user: { id: 'anna', email: 'a@example.com', name: 'A' } })
    sent(path)
    return held.promise
  })
  ownDocument('anna')
  void renewToken()
  await expect.poll(() => sent.mock.calls).toHaveLength(1)
  for (const [key, value] of Object.entries({ left: '1', accessTokenOf: 'bert', accessToken: 'b' }))
    kept.set(key, value)
  held.resolve(Response.json({ token: 'a' }))
  await expect.poll(() => reload.mock.calls).toHaveLength(1)
  expect([kept.get('accessToken'), kept.get('accessTokenOf')]).toEqual(['b', 'bert'])
})

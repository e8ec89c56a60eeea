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
  const [stores, own, drafts, here, token, left] = await Promise.all([
    import('../../ui/browser-store.ts'),
    import('../../ui/own-store.ts'),
    import('../../ui/draft.ts'),
    import('../../ui/user-here.ts'),
    import('./token.ts'),
    import('./left-here.ts'),
  ])
  return { ...stores, ...own, ...drafts, ...here, ...token, ...left }
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

/** A document that begins now, and what it shows of a pasted list and of a draft. */
async function opened() {
  const all = await aDocument()
  const pasted = all.ownStore('quick-order', { text: '' }, (own, visitors) => ({ text: own.text + visitors.text }))
  return { ...all, pasted, shown: () => [pasted.read().text, all.takeDraft(DRAFT)] }
}

/** Types in a document of this user whose session has ended by itself, and leaves it. */
async function typedAfter(user: string) {
  const { pasted, storeToken, noteUser, removeToken, keepDraft } = await opened()
  storeToken('t', user)
  noteUser(user)
  removeToken()
  pasted.write({ text: 'EF-230 4' })
  keepDraft(DRAFT, TEXT)
}

test('what a user typed after a session that ended is shown to nobody until they are known to be back', async () => {
  aBrowser()
  aTab()
  await typedAfter('anna')
  const visitor = await opened()
  expect(visitor.shown()).toEqual(['', undefined])
  visitor.removeToken()
  expect([...visitor.shown(), visitor.noteUser('bert')]).toEqual(['', undefined, true])
  expect(visitor.shown()).toEqual(['', undefined])
  const anna = await opened()
  anna.storeToken('c', 'anna')
  expect(anna.shown()).toEqual(['', undefined])
  anna.noteUser('anna')
  expect(anna.shown()).toEqual(['EF-230 4', TEXT])
})

test('what somebody else types meanwhile is kept beside it', async () => {
  aBrowser()
  aTab()
  await typedAfter('anna')
  const bert = await opened()
  bert.noteUser('bert')
  bert.pasted.write({ text: 'SR-22 1' })
  bert.keepDraft(DRAFT, { description: 'Warm.' })
  const [anna, again] = [await opened(), await opened()]
  anna.noteUser('anna')
  again.noteUser('bert')
  expect(anna.shown()).toEqual(['EF-230 4', TEXT])
  expect(again.shown()).toEqual(['SR-22 1', { description: 'Warm.' }])
})

test('what a visitor typed is joined with that of whoever signs in, also where the session of somebody else had ended', async () => {
  aBrowser()
  aTab()
  await typedAfter('bert')
  await typedAfter('anna')
  const visitor = await opened()
  visitor.pasted.write({ text: 'HC-120 8' })
  visitor.keepDraft(DRAFT, { description: 'Loud.' })
  visitor.storeToken('b', 'bert')
  visitor.noteUser('bert')
  expect([visitor.isOver(), visitor.pasted.read().text]).toEqual([false, 'EF-230 4HC-120 8'])
  visitor.pasted.write({ text: 'both' })
  const bert = await opened()
  bert.noteUser('bert')
  expect(bert.shown()).toEqual(['both', { description: 'Loud.' }])
})

test('what a visitor typed is the user’s from their sign-in on, whether or not they open its page', async () => {
  aBrowser()
  aTab()
  const visitor = await opened()
  visitor.pasted.write({ text: 'HC-120 8' })
  visitor.keepDraft('register', TEXT)
  for (const user of ['anna', 'bert']) {
    const { noteUser, removeToken } = await aDocument()
    noteUser(user)
    removeToken()
  }
  const [next, bert, anna] = [await opened(), await opened(), await opened()]
  bert.noteUser('bert')
  anna.noteUser('anna')
  const seen = [next, bert, anna].map(({ pasted, takeDraft }) => [pasted.read().text, takeDraft('register')])
  expect(seen).toEqual([
    ['', undefined],
    ['', undefined],
    ['HC-120 8', TEXT],
  ])
})

test('what a visitor began is not touched by a document whose session has ended', async () => {
  aBrowser()
  const anna = await opened()
  anna.noteUser('anna')
  anna.removeToken()
  const visitor = await opened()
  visitor.pasted.write({ text: 'HC-120 8' })
  globalThis.dispatchEvent(new StorageEvent('storage', { key: 'quick-order' }))
  expect(anna.pasted.read().text).toBe('')
  anna.pasted.write({ text: 'EF-230 4' })
  const next = await opened()
  expect(next.pasted.read().text).toBe('HC-120 8')
})

test('what is typed until it is known who is here writes nothing over what waits for them', async () => {
  aBrowser()
  aTab()
  await typedAfter('anna')
  const early = await opened()
  early.storeToken('a', 'anna')
  early.pasted.write({ text: 'SR-22 1' })
  early.noteUser('anna')
  expect(early.pasted.read().text).toBe('EF-230 4SR-22 1')
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
  expect([next.noteUser('bert'), next.takeDraft(DRAFT)]).toEqual([true, TEXT])
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

import { afterEach, expect, test, vi } from 'vitest'
import { browserStore, lastLeft } from '../../ui/browser-store.ts'
import { draftsAreOver, keepDraft, takeDraft } from '../../ui/draft.ts'
import { leaveNothing } from './left-here.ts'
import { ownStore } from './own-store.ts'
import { removeToken, storeToken } from './token.ts'

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

const DRAFT = 'review anna@example.com'

test('a store tells what another tab wrote, also while no page shows it', () => {
  const { elsewhere } = aBrowser()
  const store = browserStore('compare', { slugs: [] as string[] })
  store.write({ slugs: ['ef-230'] })
  elsewhere('other', { slugs: [] })
  expect(store.read()).toEqual({ slugs: ['ef-230'] })
  elsewhere('compare', { slugs: ['sr-22'] })
  expect(store.read()).toEqual({ slugs: ['sr-22'] })
})

test('a logout takes out what tells of a person, also what no page has opened yet, and leaves the rest', () => {
  const { kept, elsewhere } = aBrowser()
  const [pasted, compared] = [browserStore('quick-order', { text: '' }), browserStore('compare', { slugs: [''] })]
  pasted.write({ text: 'EF-230 4' })
  compared.write({ slugs: ['ef-230'] })
  elsewhere('sums', { country: 'NO', code: 'SECRET' })
  elsewhere('looked-up', { model: 'BKG39-501/01', serial: '30460001' })
  leaveNothing()
  expect([pasted.read(), compared.read()]).toEqual([{ text: '' }, { slugs: ['ef-230'] }])
  expect([...kept.keys()]).toEqual(['compare', 'left'])
})

test('what a user pasted is shown to nobody else who signs in, and to them again, also after a session that ended', () => {
  aBrowser()
  const pasted = ownStore('quick-order', { text: '' })
  storeToken('a', 'anna')
  pasted.write({ text: 'EF-230 4' })
  removeToken()
  expect(pasted.read().text).toBe('EF-230 4')
  storeToken('b', 'bert')
  expect(pasted.read().text).toBe('')
  storeToken('c', 'anna')
  expect(pasted.read().text).toBe('EF-230 4')
})

test('what a visitor pasted is there after the sign-in', () => {
  aBrowser()
  const pasted = ownStore('quick-order', { text: '' })
  pasted.write({ text: 'SR-22 1' })
  storeToken('b', 'bert')
  expect(pasted.read().text).toBe('SR-22 1')
})

test('a logout takes out what was typed in this tab, and a form that goes away with it keeps nothing', () => {
  aBrowser()
  const kept = aTab()
  keepDraft(DRAFT, { description: 'Runs cold.' })
  leaveNothing()
  expect([kept.size, draftsAreOver()]).toEqual([0, true])
  expect(takeDraft(DRAFT)).toBeUndefined()
  expect(draftsAreOver()).toBe(false)
})

test('a logout in another tab takes it out of this one, too', async () => {
  const { elsewhere } = aBrowser()
  const kept = aTab()
  vi.resetModules()
  const draft = await import('../../ui/draft.ts')
  draft.keepDraft(DRAFT, { description: 'Runs cold.' })
  elsewhere('accessToken', {})
  expect([kept.size, draft.draftsAreOver()]).toEqual([1, false])
  elsewhere('left', {})
  expect([kept.size, draft.draftsAreOver()]).toEqual([0, true])
})

test('a form that was begun before a logout keeps nothing for who comes after it, whenever it goes away', () => {
  const browser = aBrowser()
  aTab()
  const begun = lastLeft()
  browser.kept.set('left', '1')
  keepDraft(DRAFT, { description: 'Runs cold.' }, begun)
  expect(takeDraft(DRAFT)).toBeUndefined()
})

test('a tab that did not hear of a logout gives nothing back that was typed before it', () => {
  const browser = aBrowser()
  const kept = aTab()
  keepDraft(DRAFT, { description: 'Runs cold.' })
  browser.kept.set('left', '1')
  expect([takeDraft(DRAFT), kept.size]).toEqual([undefined, 0])
  keepDraft(DRAFT, { description: 'Runs warm.' })
  expect(takeDraft(DRAFT)).toEqual({ description: 'Runs warm.' })
})

import { afterEach, expect, test, vi } from 'vitest'
import { browserStore } from '../../ui/browser-store.ts'
import { draftsAreOver, keepDraft, takeDraft } from '../../ui/draft.ts'
import { leaveNothing } from './left-here.ts'

afterEach(() => void vi.unstubAllGlobals())

/** The browser APIs that a store uses; `elsewhere` writes as another tab does. */
function aBrowser() {
  const kept = new Map<string, string>()
  const events = new EventTarget()
  class StorageEvent extends Event {
    readonly key: string | null
    constructor(type: string, { key }: { key: string | null }) {
      super(type)
      this.key = key
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
    kept.set(key, JSON.stringify(value))
    events.dispatchEvent(new StorageEvent('storage', { key }))
  }
  return { kept, elsewhere }
}

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
  leaveNothing()
  expect([pasted.read(), compared.read()]).toEqual([{ text: '' }, { slugs: ['ef-230'] }])
  expect([...kept.keys()]).toEqual(['compare'])
})

test('a logout takes out what was typed in this tab, and a form that goes away with it keeps nothing', () => {
  aBrowser()
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  })
  keepDraft('review anna@example.com', { description: 'Runs cold.' })
  leaveNothing()
  expect([kept.size, draftsAreOver()]).toEqual([0, true])
  expect(takeDraft('review anna@example.com')).toBeUndefined()
  expect(draftsAreOver()).toBe(false)
})

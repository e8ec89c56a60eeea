import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '../accounts/session/session.ts'
import { storedMeanwhile } from '../carts/cart-in-browser.ts'
import { correct, keptOf, showingAll } from '../carts/corrections.ts'
import { textOf } from '../carts/key-of-line.ts'
import { linesToKeep, useRows } from '../carts/use-rows.ts'
import { ask, client } from '../client.ts'
import { useDraft } from '../ui/use-draft.ts'
import type { PutList, SavedList } from './contract.ts'
import { rowsOfList } from './rows-of-list.ts'
import { stillTyped, type TypedList, typedSince } from './typed-list.ts'

/** When an answer was lost, the next press is refused as an old version although the same list is saved. */
async function putList(id: string, json: PutList): Promise<SavedList> {
  try {
    return await ask(client.lists[':id'].$put({ param: { id }, json }))
  } catch (error) {
    const now = storedMeanwhile<SavedList>(error)
    if (now?.name !== json.name || textOf(now.lines) !== textOf(json.lines)) throw error
    return now
  }
}

/** A saved list and what is typed over it, which is kept as a draft. */
export function useTypedList(loaded: SavedList) {
  const { user } = useSession()
  const [list, setList] = useState(loaded)
  const [name, setName] = useState(loaded.name)
  const state = useRows(rowsOfList(loaded.lines))
  const lines = linesToKeep(state.rows)
  const now = useRef({ list, name, state })
  useEffect(() => {
    now.current = { list, name, state }
  })
  const getValues = useCallback((): TypedList => {
    const { list: saved, name: typed, state: of } = now.current
    return { name: typed, lines: keptOf(rowsOfList(saved.lines), of.rows) }
  }, [])
  const reset = useCallback(({ name: typed, lines: corrected }: TypedList) => {
    setName(typed)
    correct(now.current.state.mend, corrected)
  }, [])
  const form = { getValues, reset, formState: { defaultValues: { name: list.name, lines: {} } } }
  useDraft<TypedList>(user && `list ${loaded._id}`, form, {
    newer: (changes, { name: over }) => stillTyped(changes, String(over), list),
  })
  const show = (next: SavedList, { name: typed = next.name, lines: corrected = {} }: Partial<TypedList>) => {
    setList(next)
    state.setRows(rowsOfList(next.lines))
    reset({ name: typed, lines: corrected })
  }
  return {
    list,
    name,
    setName,
    state,
    lines,
    isChanged: name.trim() !== list.name || textOf(lines) !== textOf(list.lines),
    /** Shows all lines again, where some were left out. */
    showAll: showingAll(state, rowsOfList(list.lines)),
    /** Saves what is typed; what is typed while it is under way stands over what was saved, and waits for the next save. */
    save: async () => {
      const sent = { name: now.current.name, rows: state.latest() }
      const json = { name: sent.name.trim(), lines: linesToKeep(sent.rows), version: now.current.list.version }
      const saved = await putList(list._id, json)
      show(saved, typedSince(sent, { name: now.current.name, rows: state.latest() }))
    },
    /** Shows what somebody else has saved, with what is typed as far as it is of something else. */
    showUnder: (next: SavedList) => show(next, stillTyped(getValues(), list.name, next)),
  }
}

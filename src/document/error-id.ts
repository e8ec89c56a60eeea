import { createContext, useContext, useState } from 'react'
import { createContext as createRouterContext } from 'react-router'

/** Logs a bug met while a page was made, and answers with the number it was logged under. */
export const reportContext = createRouterContext<(error: unknown) => string>()
/** The number of the bug of this request, if there was one. */
export const errorIdContext = createRouterContext<string | null>(null)

/** The server's number for the page being rendered. */
export const ErrorIdOfServer = createContext<string | null>(null)

/** The browser finds the server's number again where the document shows it. */
export function useErrorId(known?: string) {
  const ofServer = useContext(ErrorIdOfServer)
  const [shown] = useState(() =>
    typeof document === 'undefined'
      ? undefined
      : document.querySelector<HTMLElement>('[data-error-id]')?.dataset.errorId,
  )
  return known ?? ofServer ?? shown
}

/** Without 0, 1, I and O, so that it can be read out on the phone. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Eight signs, as in `7K2M-93QD`. */
export function newErrorId() {
  const signs = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => SIGNS[byte % SIGNS.length]).join('')
  return `${signs.slice(0, 4)}-${signs.slice(4)}`
}

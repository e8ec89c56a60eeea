import { createContext, useContext } from 'react'
import href from '../app.css?url'

const ID = 'styles'

/** The text of the styles, while the server makes a page that brings them along. */
export const StylesOfServer = createContext<string | undefined>(undefined)

/** The styles as the server wrote them, so that hydration matches. */
const found = typeof document === 'undefined' ? undefined : document.getElementById(ID)?.textContent

/** Within a public page, which then shows itself a request sooner; a file beside all others. */
export function Styles() {
  const text = useContext(StylesOfServer) ?? found
  if (!text) return <link rel="stylesheet" href={href} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, allowed by its hash
  return <style id={ID} dangerouslySetInnerHTML={{ __html: text }} />
}

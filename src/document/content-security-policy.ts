import { createHash } from 'node:crypto'
import { firstPaintScript } from './first-paint-script.ts'

const STRIPE = {
  script: 'https://js.stripe.com',
  frame: 'https://js.stripe.com https://hooks.stripe.com',
  api: 'https://api.stripe.com',
}

type Rendered = {
  html: string
  nonce: string
  styles?: string | undefined
  pays?: boolean | undefined
  isHot?: boolean
}

/**
 * A finished page may run its own files and the inline scripts that its rendering wrote, and use the shop's own inline
 * styles. Those scripts bear a nonce that nobody knew before, so a script that got into the HTML from a stored text is
 * not among them. `isHot`: in development Vite brings changes by a socket of its own, and styles by elements that it makes.
 */
export function contentSecurityPolicy({ html, nonce, styles, pays, isHot = false }: Rendered) {
  const own = new RegExp(`<script(?=[^>]*\\snonce="${nonce}")(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</script>`, 'g')
  const hashes = [firstPaintScript, ...Array.from(html.matchAll(own), ([, script = '']) => script)].map(hashOf)
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(hashes)].join(' ')}${pays ? ` ${STRIPE.script}` : ''}`,
    `style-src 'self'${styles ? ` ${hashOf(styles)}` : ''}${isHot ? " 'unsafe-inline'" : ''}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' https: data:",
    `connect-src 'self'${pays ? ` ${STRIPE.api}` : ''}${isHot ? ' ws:' : ''}`,
    `frame-src ${pays ? `'self' ${STRIPE.frame}` : "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The page as it is kept and sent: hashes speak for its scripts, and the nonce has done its work. */
export const withoutNonce = ({ html, nonce }: Pick<Rendered, 'html' | 'nonce'>) =>
  html.replaceAll(` nonce="${nonce}"`, '')

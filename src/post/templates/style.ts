import type { CSSProperties } from 'react'

/** The tokens' values: mail programs know no custom properties. */
export const LIGHT = {
  page: '#f3f4f0',
  sheet: '#ffffff',
  sunk: '#e9ebe5',
  ink: '#15181a',
  ink2: '#464d50',
  ink3: '#5c6366',
  line: '#d5d8d1',
  spot: '#ffc21a',
  ok: '#1b653c',
} as const

const FONT = 'Arial, Helvetica, sans-serif'

/** Size and line height in pixels, as in `[16, 24]`. */
export const text = ([size, lead]: [number, number], color: string, more: CSSProperties = {}): CSSProperties => ({
  margin: 0,
  fontFamily: FONT,
  fontSize: size,
  lineHeight: `${lead}px`,
  color,
  ...more,
})

export const hairline = `1px solid ${LIGHT.line}`

/** Light stands inline; dark, and what a phone needs, stands here. */
export const STYLES = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0}
@media(max-width:639px){.px{padding-left:16px!important;padding-right:16px!important}.out{padding:0!important}.bx{border-left:0!important;border-right:0!important}}
@media(prefers-color-scheme:dark){.page{background:#131617!important}.sheet{background:#1a1e1f!important;border-color:#30363a!important}.sunk{background:#0d0f10!important}.ink{color:#eceee9!important}.i2{color:#bac0bc!important}.i3{color:#98a09c!important}.ln{border-color:#30363a!important}.rule{border-color:#eceee9!important}.spot{background:#ffc931!important;color:#15181a!important;border-color:#ffc931!important}.ok{color:#7bd3a0!important}}
[data-ogsc] .ink{color:#eceee9!important}[data-ogsc] .i2{color:#bac0bc!important}[data-ogsc] .spot{color:#15181a!important}[data-ogsb] .spot{background:#ffc931!important}
`

import type { ReactNode } from 'react'
import { hairline, LIGHT, STYLES, text } from './style.ts'

type FrameProps = {
  title: string
  /** Top right: what kind of mail this is. */
  kind: string
  /** The preview text that mail programs show after the subject. */
  preview: string
  foot: ReactNode
  children: ReactNode
}

const table = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const

/** The sheet every mail is written on: 600 wide, tables, no picture. */
export function Frame({ title, kind, preview, foot, children }: FrameProps) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{STYLES}</style>
      </head>
      <body className="page" style={{ margin: 0, padding: 0, background: LIGHT.page }}>
        <Preview>{preview}</Preview>
        <table {...table} width="100%" className="page" style={{ background: LIGHT.page }}>
          <tbody>
            <tr>
              <td className="out" align="center" style={{ padding: '32px 16px' }}>
                <table {...table} width="100%" className="sheet bx" style={SHEET}>
                  <tbody>
                    <tr>
                      <td className="px rule" style={{ padding: '16px 32px', borderBottom: `2px solid ${LIGHT.ink}` }}>
                        <Letterhead kind={kind} />
                      </td>
                    </tr>
                    <Gap height={32} />
                    {children}
                    <Gap height={32} />
                    <tr>
                      <td
                        className="px sunk ln"
                        style={{ padding: '16px 32px', background: LIGHT.sunk, borderTop: hairline }}
                      >
                        <p className="i3" style={text([12, 16], LIGHT.ink3)}>
                          {foot}
                        </p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

const SHEET = {
  maxWidth: 600,
  background: LIGHT.sheet,
  border: hairline,
  borderCollapse: 'separate',
  borderRadius: 2,
} as const

const PREVIEW_LENGTH = 200
const INVISIBLE = '\u00a0\u200c\u200b\u200d\ufeff'

/** Shown in the list of mails alone; invisible characters keep what follows in the mail out of that list. */
function Preview({ children }: { children: string }) {
  const shown = children.slice(0, PREVIEW_LENGTH)
  return (
    <div data-skip-in-text="true" style={HIDDEN}>
      {shown + INVISIBLE.repeat(PREVIEW_LENGTH - shown.length)}
    </div>
  )
}

const HIDDEN = {
  display: 'none',
  overflow: 'hidden',
  lineHeight: '1px',
  opacity: 0,
  maxHeight: 0,
  maxWidth: 0,
} as const

function Letterhead({ kind }: { kind: string }) {
  return (
    <table {...table} width="100%">
      <tbody>
        <tr>
          <td className="ink" style={text([20, 28], LIGHT.ink, { fontWeight: 700, letterSpacing: '-.02em' })}>
            Parts House
          </td>
          <td align="right" className="i3" style={text([12, 28], LIGHT.ink3)}>
            {kind}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

export function Gap({ height }: { height: number }) {
  return (
    <tr>
      <td style={{ height, fontSize: 0, lineHeight: 0 }} />
    </tr>
  )
}

/** One row of the sheet, with the sheet's gutter. */
export function Cell({ children }: { children: ReactNode }) {
  return (
    <tr>
      <td className="px" style={{ padding: '0 32px' }}>
        {children}
      </td>
    </tr>
  )
}

export function Title({ children }: { children: ReactNode }) {
  return (
    <>
      <Cell>
        <h1 className="ink" style={text([28, 32], LIGHT.ink, { fontWeight: 700, letterSpacing: '-.012em' })}>
          {children}
        </h1>
      </Cell>
      <Gap height={12} />
    </>
  )
}

export function Say({ children, small = false }: { children: ReactNode; small?: boolean }) {
  return (
    <Cell>
      <p className="i2" style={small ? text([14, 20], LIGHT.ink2) : text([16, 24], LIGHT.ink2)}>
        {children}
      </p>
    </Cell>
  )
}

/** What somebody typed, with its line breaks. */
export function Typed({ children }: { children: string }) {
  return (
    <Cell>
      <p className="ink" style={text([16, 24], LIGHT.ink, { whiteSpace: 'pre-wrap', wordBreak: 'break-word' })}>
        {children}
      </p>
    </Cell>
  )
}

export function Act({ href, children }: { href: string; children: string }) {
  return (
    <Cell>
      <table {...table}>
        <tbody>
          <tr>
            <td className="spot" align="center" style={BUTTON}>
              <a
                href={href}
                className="spot"
                style={text([16, 24], LIGHT.ink, {
                  display: 'inline-block',
                  padding: '12px 24px',
                  fontWeight: 600,
                  textDecoration: 'none',
                })}
              >
                {children}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
    </Cell>
  )
}

const BUTTON = { background: LIGHT.spot, border: `1px solid ${LIGHT.ink}`, borderRadius: 2 } as const

/** A button with its address written out below. */
export function LinkAct({ href, hint = NO_BUTTON, children }: { href: string; hint?: string; children: string }) {
  return (
    <>
      <Gap height={24} />
      <Act href={href}>{children}</Act>
      <Gap height={24} />
      <Say small>{hint}</Say>
      <Gap height={8} />
      <WrittenOut href={href} />
    </>
  )
}

/** The sentence before an address that is written out. */
export const NO_BUTTON = 'If the button does nothing, copy this address into your browser:'

function WrittenOut({ href }: { href: string }) {
  return (
    <Cell>
      <p className="ink" style={text([14, 20], LIGHT.ink, { wordBreak: 'break-all' })}>
        <a href={href} className="ink" style={{ color: LIGHT.ink, textDecoration: 'underline' }}>
          {href}
        </a>
      </p>
    </Cell>
  )
}

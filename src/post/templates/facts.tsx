import { Fragment } from 'react'
import { Cell } from './frame.tsx'
import { hairline, LIGHT, text } from './style.ts'

type Fact = { label: string; value: string | string[]; strong?: boolean }

/** Label left, value right, hairlines between. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <Cell>
      <table
        cellPadding={0}
        cellSpacing={0}
        border={0}
        width="100%"
        data-text-format="dataTable"
        style={{ borderCollapse: 'collapse' }}
      >
        <tbody>
          {facts.map(({ label, value, strong = false }, row) => (
            <tr key={label}>
              <th
                scope="row"
                align="left"
                className={strong ? 'ln ink' : 'ln i3'}
                style={text([14, 20], strong ? LIGHT.ink : LIGHT.ink3, {
                  fontWeight: strong ? 600 : 400,
                  padding: '10px 16px 10px 0',
                  borderTop: row ? hairline : undefined,
                  verticalAlign: strong ? 'middle' : 'top',
                  whiteSpace: 'nowrap',
                })}
              >
                {label}
              </th>
              <td
                align="right"
                className="ln ink"
                style={text(strong ? [20, 28] : [14, 20], LIGHT.ink, {
                  fontWeight: strong ? 700 : 400,
                  padding: '10px 0',
                  borderTop: row ? hairline : undefined,
                  verticalAlign: 'top',
                  wordBreak: 'break-word',
                })}
              >
                <Lines of={value} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Cell>
  )
}

function Lines({ of }: { of: string | string[] }) {
  if (typeof of === 'string') return of
  return of.map((line, place) => (
    <Fragment key={line}>
      {place > 0 && <br />}
      {line}
    </Fragment>
  ))
}

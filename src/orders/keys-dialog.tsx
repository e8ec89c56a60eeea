import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { KeyTick } from '../ui/key-switch.tsx'

type Key = { does: string; keys: string[] }

const IN_THE_LIST: Key[] = [
  { does: 'next row', keys: ['j'] },
  { does: 'row before', keys: ['k'] },
  { does: 'choose', keys: ['x'] },
  { does: 'choose up to here', keys: ['Shift', 'x'] },
  { does: 'open beside the list', keys: ['Enter'] },
  { does: 'deliver', keys: ['d'] },
  { does: 'pick list', keys: ['p'] },
  { does: 'choose none', keys: ['Esc'] },
]
const EVERYWHERE: Key[] = [
  { does: 'find', keys: ['/'] },
  { does: 'to orders', keys: ['g', 'o'] },
  { does: 'to what is asked for', keys: ['g', 'a'] },
  { does: 'to questions', keys: ['g', 'q'] },
  { does: 'to products', keys: ['g', 'p'] },
  { does: 'fold the sidebar', keys: ['['] },
  { does: 'all keys of the orders', keys: ['?'] },
]

/** All keyboard shortcuts of the board, and the switch that turns them off. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="All keys"
      wide
      footer={
        <>
          <KeyTick label="Single keys are on" />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className="allkeys">
        <Keys title="In the list" keys={IN_THE_LIST} />
        <Keys title="Everywhere" keys={EVERYWHERE} />
      </div>
    </Dialog>
  )
}

const Keys = ({ title, keys }: { title: string; keys: Key[] }) => (
  <section>
    <h3 className="lab">{title}</h3>
    <dl>
      {keys.map(({ does, keys: pressed }) => (
        <div key={does}>
          <dt>{does}</dt>
          <dd>
            {pressed.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

const HINTS = [
  { keys: ['j', 'k'], does: 'down, up' },
  { keys: ['x'], does: 'choose' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['d'], does: 'deliver' },
  { keys: ['p'], does: 'pick list' },
  { keys: ['g'], does: 'go to page' },
  { keys: ['Esc'], does: 'choose none' },
]

/** The shortcuts shown under the board on devices with a keyboard. */
export const KeyHints = ({ onHelp }: { onHelp: () => void }) => (
  <p className="keys">
    {HINTS.map(({ keys, does }) => (
      <span key={does}>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
        {does}
      </span>
    ))}
    <button type="button" onClick={onHelp}>
      <kbd>?</kbd>all keys
    </button>
  </p>
)

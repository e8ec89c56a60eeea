import './mine-box.css'
import { useEffect, useEffectEvent, useRef } from 'react'
import { href, Link } from 'react-router'
import { Button } from '../ui/button.tsx'
import { X } from '../ui/page-icons.tsx'
import { toastBad } from '../ui/toast.ts'
import { chooseAppliance, useAppliances } from './appliances-here.ts'
import type { Appliance } from './contract.ts'
import { loseHere } from './keep-here.ts'
import { kindName } from './kinds.ts'
import { modelPath } from './model-path.ts'

type MineBoxProps = { open: boolean; onClose: () => void }

/** The menu of saved appliances; Escape, a press outside and Tab close it. */
export default function MineBox({ open, onClose }: MineBoxProps) {
  const { list, chosen } = useAppliances()
  const box = useRef<HTMLDivElement>(null)
  const handleClose = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    const cell = box.current?.parentElement
    box.current?.querySelector<HTMLElement>('button, a')?.focus()
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !cell?.contains(target)) handleClose()
    }
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      handleClose()
      cell?.querySelector('button')?.focus()
    }
    const listeners = {
      pointerdown: closeOutside,
      focusin: closeOutside,
      keydown: closeByKey as (event: Event) => void,
    }
    for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener)
    }
  }, [open])
  if (!open) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div ref={box} className="minebox" role="group" aria-label="Your appliances">
      <ul>
        {list.map((appliance) => (
          <Row
            key={appliance.model.slug}
            appliance={appliance}
            isChosen={appliance.model.slug === chosen}
            onClose={onClose}
          />
        ))}
      </ul>
      <div className="acts">
        <Link className="btn ink" to={href('/models')} onClick={onClose}>
          Another model
        </Link>
        <Button
          variant="quiet"
          onClick={() => {
            onClose()
            chooseAppliance(null)
          }}
        >
          Clear
        </Button>
      </div>
    </div>
  )
}

type RowProps = { appliance: Appliance; isChosen: boolean; onClose: () => void }

function Row({ appliance, isChosen, onClose }: RowProps) {
  const { maker, number, kind, slug } = appliance.model
  const name = `${maker} ${number}`
  const about = [kindName(kind), appliance.name, appliance.serial && `serial ${appliance.serial}`]
  const handleLose = async () => {
    try {
      await loseHere(appliance)
    } catch (error) {
      toastBad(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <li aria-current={isChosen || undefined}>
      <img className="kind" src={`/drawings/kinds/${kind}.svg`} alt="" width={32} height={32} />
      <span>
        <b className="med">
          <Link to={modelPath(slug)} onClick={onClose}>
            {name}
          </Link>
        </b>
        <small>{about.filter(Boolean).join(', ')}</small>
      </span>
      {isChosen ? null : (
        <button
          className="btn sm"
          type="button"
          aria-label={`Use ${name}`}
          onClick={() => {
            onClose()
            chooseAppliance(slug)
          }}
        >
          Use
        </button>
      )}
      <button className="xx" type="button" aria-label={`Forget ${name}`} onClick={handleLose}>
        <X />
      </button>
    </li>
  )
}

import type { KeyboardEvent, SyntheticEvent } from 'react'
import { Link } from 'react-router'
import { classes } from '../ui/classes.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

type Anchor = { x: number; y: number; bx: number; by: number; outline: number[][] }
export type Balloon = { callout: number; name: string; anchor: Anchor | null; to: string }

type ExplodedDrawingProps = {
  src: string
  alt: string
  size: { width: number; height: number }
  balloons: Balloon[]
  /** The highlighted balloon, and the selected one. */
  lit: number | undefined
  kept: number | undefined
  onLight: (callout: number | undefined) => void
  onKeep: (callout: number | undefined) => void
  priority?: boolean
}

/** In the drawing's units: the leader line ends at the edge of its balloon. */
const RIM = 14
/** Larger than any target. */
const FAR = 1000

/**
 * An exploded drawing with a numbered balloon for each part. Arrow keys move between the balloons, Escape deselects.
 */
export function ExplodedDrawing({
  src,
  alt,
  size,
  balloons,
  lit,
  kept,
  onLight,
  onKeep,
  priority,
}: ExplodedDrawingProps) {
  const { width, height } = size
  const placed = balloons.flatMap(({ anchor, ...one }) => (anchor ? [{ ...one, ...anchor }] : []))
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEPS[event.key]
    if (event.key === 'Escape') onKeep(undefined)
    if (!step) return
    event.preventDefault()
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.bal')]
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[(at + step + all.length) % all.length]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the balloons in it
    <div className="dwg" onKeyDown={handleKey}>
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
      />
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {placed.map(({ callout, x, y, bx, by, outline }) => {
          const [fromX, fromY] = rimOf({ x, y, bx, by })
          const line = { x1: fromX, y1: fromY, x2: x, y2: y }
          return (
            <g key={callout} className={callout === lit ? 'on' : undefined}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target of the balloon, which has the name and the keys */}
              <polygon
                points={outline.join(' ')}
                onClick={() => onKeep(callout === kept ? undefined : callout)}
                onPointerEnter={() => onLight(callout)}
                onPointerLeave={() => onLight(undefined)}
              />
              <line className="halo" {...line} />
              <line {...line} />
              <circle cx={x} cy={y} r={2.5} />
            </g>
          )
        })}
      </svg>
      {placed.map(({ callout, name, bx, by, to }, at) => (
        <BalloonButton
          key={callout}
          callout={callout}
          name={name}
          to={to}
          style={{
            left: `${percent(bx, width)}%`,
            top: `${percent(by, height)}%`,
            '--reach': `${percent(reachOf(placed, at), width)}cqw`,
          }}
          isKept={callout === kept}
          isLit={callout === lit}
          onLight={onLight}
          onKeep={onKeep}
        />
      ))}
    </div>
  )
}

const STEPS: Record<string, number | undefined> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The distance to the nearest other balloon; touch targets grow up to half of it. */
const reachOf = (balloons: Pick<Anchor, 'bx' | 'by'>[], at: number) =>
  Math.min(
    ...balloons.map((other, place) =>
      place === at ? Infinity : Math.hypot(other.bx - (balloons[at]?.bx ?? 0), other.by - (balloons[at]?.by ?? 0)),
    ),
    FAR,
  )

const percent = (at: number, of: number) => Math.round((at / of) * 10_000) / 100

function rimOf({ x, y, bx, by }: Omit<Anchor, 'outline'>) {
  const away = Math.hypot(x - bx, y - by)
  if (away <= RIM) return [x, y]
  const round = (value: number) => Math.round(value * 10) / 10
  return [round(bx + ((x - bx) * RIM) / away), round(by + ((y - by) * RIM) / away)]
}

type BalloonButtonProps = Pick<Balloon, 'callout' | 'name' | 'to'> &
  Pick<ExplodedDrawingProps, 'onLight' | 'onKeep'> & {
    style: { left: string; top: string; '--reach': string }
    isKept: boolean
    isLit: boolean
  }

/** A link to the part's row, which a script makes a button: one element, which keeps the focus it has. */
function BalloonButton({ callout, name, to, style, isKept, isLit, onLight, onKeep }: BalloonButtonProps) {
  const hasScript = useHydrated()
  const handlePress = (event: SyntheticEvent) => {
    event.preventDefault()
    onKeep(isKept ? undefined : callout)
  }
  return (
    <Link
      {...(hasScript && { role: 'button', 'aria-pressed': isKept })}
      className={classes('bal', isLit && 'on')}
      style={style}
      to={to}
      draggable={false}
      aria-label={`${callout}, ${name}`}
      onClick={handlePress}
      onKeyDown={(event) => (event.key === ' ' ? handlePress(event) : undefined)}
      onFocus={() => onLight(callout)}
      onBlur={() => onLight(undefined)}
      onPointerEnter={() => onLight(callout)}
      onPointerLeave={() => onLight(undefined)}
    >
      {callout}
    </Link>
  )
}

import './tray.css'
import { Link } from 'react-router'
import { X } from '../ui/page-icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { type Compared, comparePath, MOST_COMPARED, toggleCompared, useCompared } from './compared.ts'

/** A bar at the bottom with four places, shown from the first tick on. */
export default function CompareTray({ open, onClose }: { open: boolean; onClose: () => void }) {
  const parts = useCompared()
  if (!open) return null
  const empty = Array.from({ length: MOST_COMPARED - parts.length }, (_, at) => parts.length + at + 1)
  return (
    <section className="tray" aria-label="To compare">
      {parts.map((part) => (
        <Place key={part.slug} part={part} />
      ))}
      {empty.map((place) => (
        <div key={place}>
          <span className="lab">{place}</span>
        </div>
      ))}
      <div>
        <Link className="btn ink" to={comparePath(parts.map(({ slug }) => slug))}>
          Compare {parts.length}
        </Link>
        <button className="btn quiet" type="button" onClick={onClose}>
          Clear
        </button>
      </div>
    </section>
  )
}

const Place = ({ part }: { part: Compared }) => (
  <div>
    <Picture className="thumb" src={part.img} alt="" width={32} height={32} />
    <span className="code">{part.label}</span>
    <button className="xx" type="button" aria-label={`Take ${part.label} away`} onClick={() => toggleCompared(part)}>
      <X />
    </button>
  </div>
)

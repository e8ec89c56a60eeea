import { sectionsOfKind } from './kinds.ts'
import { ALL_SECTIONS, positionsOf, sectionName } from './places.ts'

/** The positions of a kind of appliance by section; without a kind those of all kinds. */
export function PlaceOptions({ kind = '' }: { kind?: string | undefined }) {
  const sections = sectionsOfKind(kind)
  return (sections.length > 0 ? sections : ALL_SECTIONS).map((section) => (
    <optgroup key={section} label={sectionName(section)}>
      {positionsOf(section).map(([position, { name }]) => (
        <option key={position} value={`${section}/${position}`}>
          {name}
        </option>
      ))}
    </optgroup>
  ))
}

import { useState } from 'react'
import { Link } from 'react-router'
import { ChevronLeft, ChevronRight } from '../ui/icons.tsx'
import { ExplodedDrawing } from './exploded-drawing.tsx'
import { SectionParts } from './section-parts.tsx'
import type { ShownModel, ShownSection } from './shown-model.ts'

export type SectionCutProps = {
  model: Pick<ShownModel, 'maker' | 'number' | 'sections'>
  section: ShownSection
  /** Whether it is the section in the URL. */
  isHere: boolean
  /** The balloon in the URL. */
  kept: number | undefined
  serial: string
  onKeep: (section: string, callout: number | undefined) => void
  onAdd: () => void
}

/** A section of a model: its drawing and the numbered parts, highlighted together. */
export function SectionCut({ model, section, isHere, kept, serial, onKeep, onAdd }: SectionCutProps) {
  const [lit, setLit] = useState<number>()
  const at = model.sections.indexOf(section)
  const shown = lit ?? kept
  const handleKeep = (callout: number | undefined) => onKeep(section.section, callout)
  return (
    <section id={section.section} data-here={isHere || undefined} aria-labelledby={`${section.section}-name`}>
      <h2 className="cutname" id={`${section.section}-name`}>
        {section.name}
      </h2>
      <div className="cut">
        <div className="sheetside">
          {section.drawing ? (
            <ExplodedDrawing
              src={section.drawing}
              alt={`${section.name} of the ${model.maker} ${model.number}, taken apart`}
              size={section.size}
              balloons={section.positions.map(({ callout, name, anchor }) => ({
                ...{ callout, name, anchor },
                to: `#${section.section}/${callout}`,
              }))}
              lit={shown}
              kept={kept}
              onLight={setLit}
              onKeep={handleKeep}
              priority={at === 0}
            />
          ) : null}
          <p className="lab legend">
            <span>{section.name}, taken apart</span>
            <span>Not to scale</span>
          </p>
          <Turn sections={model.sections} at={at} />
        </div>
        <SectionParts
          of={{ model: model.number, serial }}
          section={section}
          lit={shown}
          kept={kept}
          onLight={setLit}
          onKeep={handleKeep}
          onAdd={onAdd}
        />
      </div>
    </section>
  )
}

function Turn({ sections, at }: { sections: ShownSection[]; at: number }) {
  const before = sections[at - 1]
  const after = sections[at + 1]
  return (
    <nav className="turn" aria-label="Sections before and after">
      {before ? (
        <Link to={`#${before.section}`} replace preventScrollReset>
          <ChevronLeft />
          {before.name}
        </Link>
      ) : (
        <span />
      )}
      <span>
        {at + 1} of {sections.length}
      </span>
      {after ? (
        <Link to={`#${after.section}`} replace preventScrollReset>
          {after.name}
          <ChevronRight />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}

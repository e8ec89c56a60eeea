import { Refusal } from '../wire/refusal.ts'
import type { Complaint, Model, Section, Symptom } from './contract.ts'
import { whatItDoes } from './places.ts'
import symptoms from './symptoms.json' with { type: 'json' }

type Told = (typeof symptoms)[number]

const isOfKind = (symptom: Told, kind: string) => (symptom.kinds as string[]).includes(kind)

/** All complaints, in their order. */
export const complaints = (): Complaint[] => symptoms.map(({ slug, name, kinds }) => ({ slug, name, kinds }))

/** The possible symptoms of a model, with the number of causes it can have. */
export const symptomsOf = (kind: string, sections: Section[]): Model['symptoms'] =>
  symptoms
    .filter((symptom) => isOfKind(symptom, kind))
    .map((symptom) => ({ slug: symptom.slug, name: symptom.name, causes: causesOf(symptom, sections).length }))
    .filter(({ causes }) => causes > 0)

/** A symptom of a model: the checks, then the causes it can have in their order. Throws Refusal not_found. */
export function symptomOf(model: Model, slug: string): Symptom {
  const symptom = symptoms.find((one) => one.slug === slug && isOfKind(one, model.kind))
  const causes = symptom ? causesOf(symptom, model.sections) : []
  if (!symptom || causes.length === 0) throw new Refusal('not_found', 'We know no such symptom of this model.')
  const { number, maker, kind, plate } = model
  const drawn = model.sections.find(({ section }) => section === causes[0]?.section)
  return {
    slug,
    name: symptom.name,
    model: { number, maker, kind, slug: model.slug },
    plate,
    checks: symptom.checks,
    causes,
    drawing: drawn?.drawing ?? null,
    size: drawn?.size ?? { width: 0, height: 0 },
    symptoms: model.symptoms,
  }
}

function causesOf(symptom: Told, sections: Section[]): Symptom['causes'] {
  return symptom.causes.flatMap(({ section, position, safety = null, ...cause }) => {
    const place = sections.find((one) => one.section === section)?.positions.find((one) => one.position === position)
    return place ? [{ ...cause, safety, ...place, section, what: whatItDoes(section, position) }] : []
  })
}

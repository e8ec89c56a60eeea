import type { ShownSymptom } from './shown-model.ts'

const FLAMMABLE = new Set(['R-600a', 'R-290'])
/** Work on the refrigerant circuit. */
const CIRCUIT = 4

/** The dangers, before anything else: mains voltage in every appliance, and flammable refrigerant. */
export function SafetyFirst({ symptom: { plate, causes } }: { symptom: Pick<ShownSymptom, 'plate' | 'causes'> }) {
  const opens = causes.some(({ difficulty }) => difficulty >= CIRCUIT)
  return (
    <div className="mind" role="note" aria-label="Safety">
      <div className="sign1">
        <svg
          width="32"
          height="32"
          viewBox="0 0 32 32"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="M16 4 29 27H3z" />
          <path d="M16 12v8M16 22.500v2" />
        </svg>
      </div>
      <div>
        <b>Mains.</b> Pull the plug before a cover comes off. Capacitors hold their charge: wait five minutes.
      </div>
      {FLAMMABLE.has(plate.refrigerant) ? (
        <div>
          <b>{plate.refrigerant} burns.</b> This appliance holds {plate.chargeGrams}&nbsp;g. No flame, no spark, open
          the window. Nobody without the certificate opens the circuit
          {opens ? '.' : '; no cause below needs it.'}
        </div>
      ) : null}
    </div>
  )
}

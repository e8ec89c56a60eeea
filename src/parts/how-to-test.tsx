import type { PartTest } from './contract.ts'

const DIFFICULTY = ['', 'needs no tools to speak of', 'for steady hands', 'for somebody trained', 'refrigerant circuit']

/** The tests of the complaints that this part may cause; what can hurt comes first and is never folded. */
export function HowToTest({ tests }: { tests: PartTest[] }) {
  const dangers = [...new Set(tests.flatMap(({ safety }) => (safety ? [safety] : [])))]
  return (
    <section id="test">
      <div className="head">
        <h2>How to test it</h2>
      </div>
      {dangers.length ? (
        <div className="mind mb-4">
          <div className="sign1">
            <Sign />
          </div>
          {dangers.map((danger) => (
            <div key={danger}>{danger}</div>
          ))}
        </div>
      ) : null}
      <ol className="probe">
        {tests.map(({ complaint, position, test, difficulty, minutes, tools }, at) => (
          <li key={`${complaint} ${position}`}>
            <span className="no">{at + 1}</span>
            <p>
              {test}
              <span className="hint">
                {[`${minutes} min`, DIFFICULTY[difficulty], tools.join(', ')].filter(Boolean).join('; ')}
              </span>
            </p>
            <dl>
              <dt className="lab">When it is</dt>
              <dd className="told">{complaint}</dd>
            </dl>
          </li>
        ))}
      </ol>
    </section>
  )
}

const Sign = () => (
  <svg width="32" height="32" viewBox="0 0 32 32" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d="M16 4 29 27H3z" />
    <path d="M16 12v8M16 22.500v2" />
  </svg>
)

import { Link } from 'react-router'
import { kindName } from '../fits/kinds.ts'
import { modelPath } from '../fits/model-path.ts'
import { modelsWord } from '../fits/models-word.ts'
import { grouped } from '../wire/grouped.ts'
import type { FittingModel } from './contract.ts'

type FittingModelsProps = { models: FittingModel[]; count: number }

/** The appliances that have this part, by maker, and where in each it sits. */
export function FittingModels({ models, count }: FittingModelsProps) {
  const makers = [...new Set(models.map(({ maker }) => maker))]
  return (
    <section id="models">
      <div className="head">
        <h2>Models it fits</h2>
        <span className="more soft">
          {models.length < count ? `${models.length} of ${grouped(count)} models` : modelsWord(grouped(count))}
        </span>
      </div>
      <div className="tablebox keep">
        <table className="modelrows">
          <caption className="vh">Models it fits, by maker</caption>
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col">Kind</th>
              <th scope="col" className="hideph">
                Where in it
              </th>
              <th scope="col" className="n hideph">
                Made
              </th>
            </tr>
          </thead>
          {makers.map((maker) => (
            <tbody key={maker}>
              <tr className="grp">
                <th scope="rowgroup" colSpan={4}>
                  {maker}
                </th>
              </tr>
              {models.filter((model) => model.maker === maker).map(row)}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  )
}

const row = ({ number, slug, kind, places, years }: FittingModel) => (
  <tr key={number}>
    <td>
      <Link to={modelPath(slug)}>{number}</Link>
    </td>
    <td>{kindName(kind)}</td>
    <td className="hideph">{[...new Set(places.map(placeOf))].join('; ')}</td>
    <td className="n hideph">{years.from ? `${years.from} to ${years.to ?? 'today'}` : ''}</td>
  </tr>
)

/** `Evaporator and defrost, fan motor; serial 00120000 to 00184999` */
function placeOf({ section, position, fromSerial, toSerial }: FittingModel['places'][number]) {
  const serials = fromSerial || toSerial ? `, serial ${serialsOf(fromSerial, toSerial)}` : ''
  return `${section}, ${position.toLowerCase()}${serials}`
}

function serialsOf(from: string | null, to: string | null) {
  if (from && to) return `${from} to ${to}`
  return from ? `from ${from}` : `to ${to}`
}

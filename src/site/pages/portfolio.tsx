import { href } from 'react-router'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { ExternalLink } from '../../ui/page-icons.tsx'
import { Picture } from '../../ui/picture.tsx'
import { portfolio } from '../portfolio-and-blog.ts'
import type { Route } from './+types/portfolio.ts'

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Portfolio · Parts House',
    description: 'What the developer of this shop works with, and two sample sites.',
    path: href('/portfolio'),
  })

export default function Portfolio() {
  return (
    <>
      <h1 className="mb-1">Portfolio</h1>
      <p className="soft s14 mb-6">What the developer of this shop works with, and where it is fitted.</p>
      <div className="bench">
        <div className="plate">
          <Picture
            src="/drawings/control-board.svg"
            alt="Drawing of a control board, 160 by 135 millimetres"
            width={480}
            height={480}
            priority
          />
        </div>
        <section className="panel top" aria-labelledby="skills">
          <div className="bomh">
            <h2 id="skills">Skills</h2>
            <span className="lab">Fitted in</span>
          </div>
          <ol className="bom">
            {portfolio.skills.map(({ name, use }, place) => (
              <li key={name}>
                <span className="no n" aria-hidden="true">
                  {place + 1}
                </span>
                <b>{name}</b>
                <u aria-hidden="true" />
                <span>{use}</span>
              </li>
            ))}
          </ol>
        </section>
      </div>
      <section>
        <div className="head">
          <h2>Sample sites</h2>
          <span className="s14 soft">outside this shop, made by others</span>
        </div>
        <div className="two">
          {portfolio.sites.map(({ url, title, text, image }) => (
            <article className="news site" key={url}>
              <div className="plate">
                <Picture src={image} alt="" width={144} height={144} />
              </div>
              <div className="txt">
                <h3>{title}</h3>
                <p className="soft s14">{text}</p>
                <p className="s14">
                  <a className="outl" href={url} rel="noopener noreferrer" target="_blank">
                    {new URL(url).host}
                    <ExternalLink />
                    <span className="vh">(opens in a new tab)</span>
                  </a>
                </p>
              </div>
            </article>
          ))}
        </div>
      </section>
    </>
  )
}

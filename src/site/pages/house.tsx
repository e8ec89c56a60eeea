import { NavLink } from 'react-router'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { siteContext } from '../../document/site-context.ts'
import { HOUSE_LINKS } from '../bar-and-footer-links.ts'
import { HOUSE_PAGES, HOUSE_PATHS, type HousePath } from '../house-pages.ts'
import type { Route } from './+types/house.ts'

/** Delivery, returns, privacy, terms and imprint: one page, five addresses. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { pathname } = new URL(request.url)
  const path = HOUSE_PATHS.find((one) => pathname.startsWith(one)) as HousePath
  return { path, page: HOUSE_PAGES[path](context.get(siteContext).house) }
}

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches, loaderData: { path, page } }) =>
  pageMeta({ matches, title: `${page.title} · Parts House`, description: page.lead, path })

export default function House({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <div className="dash blog">
      <nav className="side" aria-label="About this shop">
        {HOUSE_LINKS.map(({ to, label }) => (
          <NavLink key={to} to={to} prefetch="intent">
            {label}
          </NavLink>
        ))}
      </nav>
      <div>
        <h1>{page.title}</h1>
        <p className="sub">{page.lead}</p>
        <div className="house">
          {page.parts.map(({ heading, text }) => (
            <section key={heading}>
              <h2>{heading}</h2>
              <div>
                {text.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

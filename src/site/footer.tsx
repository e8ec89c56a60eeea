import { href, Link, useLocation } from 'react-router'
import { useSession } from '../accounts/session/session.ts'
import { loginLink } from '../accounts/session/way-back.ts'
import { later } from '../ui/later.tsx'
import { FOOTER_LINKS, HOUSE_LINKS, isDashboard } from './bar-and-footer-links.ts'

const NewsletterForm = later(async () => (await import('./newsletter-form.tsx')).NewsletterForm)

const ACCOUNT = [
  { to: href('/dashboard/myorders'), label: 'My Orders' },
  { to: href('/dashboard/profile'), label: 'My Profile' },
]

export const Footer = () => (isDashboard(useLocation().pathname) ? <LowFooter /> : <ShopFooter />)

/** The one line under a dashboard page. */
function LowFooter() {
  return (
    <footer className="foot low">
      <div className="wrap">
        <div className="end">
          <span>© 2026 Parts House</span>
          <ul>
            {HOUSE_LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
          <span>Prices in US dollars.</span>
        </div>
      </div>
    </footer>
  )
}

function ShopFooter() {
  const { status } = useSession()
  const mayBeOut = status === 'out' || status === 'loading'
  const login = { to: loginLink(useLocation()), label: 'Login' }
  const columns = [...FOOTER_LINKS, { title: 'Account', links: mayBeOut ? [...ACCOUNT, login] : ACCOUNT }]
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="cols">
          <div>
            <h2>Newsletter</h2>
            <p className="soft mb-3 max-w-[44ch]">
              New parts and price changes, once a month. You confirm by mail first.
            </p>
            <NewsletterForm />
          </div>
          {columns.map(({ title, links }) => (
            <div key={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to} prefetch="intent">
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className="end">
          <span>© 2026 Parts House</span>
          <span>Prices in US dollars. Drawings are not to scale.</span>
        </div>
      </div>
    </footer>
  )
}

import { href, Link, useLocation } from 'react-router'
import { loginLink } from '../accounts/session/from.ts'
import { useSession } from '../accounts/session/session.ts'
import { FOOTER_LINKS } from './links.ts'
import { NewsletterForm } from './newsletter-form.tsx'

const ACCOUNT = [
  { to: href('/dashboard/myorders'), label: 'My Orders' },
  { to: href('/dashboard/profile'), label: 'My Profile' },
]

export function Footer() {
  const isIn = useSession().status === 'in'
  const login = { to: loginLink(useLocation()), label: 'Login' }
  const columns = [...FOOTER_LINKS, { title: 'Account', links: isIn ? ACCOUNT : [...ACCOUNT, login] }]
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

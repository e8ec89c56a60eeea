import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root.ts'
import { firstPaintScript } from './document/first-paint-script.ts'
import { type PublicSite, pricesContext, siteContext } from './document/site-context.ts'
import { Styles } from './document/styles.tsx'
import { ErrorPage } from './site/late-error-page.tsx'
import { PageFrame } from './site/page-frame.tsx'
import { RouteAnnouncer } from './site/route-announcer.tsx'
import { Toasts } from './ui/toast-outlet.tsx'

const FIRST_PAINT = 'first-paint'

/** In the browser the text that the server wrote, so that hydration matches and no script brings it once more. */
const firstPaint = import.meta.env.SSR ? firstPaintScript : (document.getElementById(FIRST_PAINT)?.textContent ?? '')

export const meta: Route.MetaFunction = () => [{ title: 'Parts House' }]

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: '/fonts/archivo-1.woff2', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export async function loader({ context }: Route.LoaderArgs): Promise<PublicSite> {
  const { demoAccounts: _, house: __, ...site } = context.get(siteContext)
  return { ...site, prices: await context.get(pricesContext)() }
}

/** The settings stand as long as the server runs, and the kinds of prices hardly ever change. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The theme is set on this element before React is there.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1a1e1f" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a fixed text of ours, allowed by its hash */}
        <script id={FIRST_PAINT} dangerouslySetInnerHTML={{ __html: firstPaint }} />
        <Styles />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <RouteAnnouncer />
        <Toasts />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageFrame>
      <ErrorPage error={error} />
    </PageFrame>
  )
}

import { href, Link } from 'react-router'
import { Spinner } from './spinner.tsx'

/** Stands in a page of its own while its printable sheet loads; `title` names the page for screen readers. */
export const SheetSpinner = ({ title }: { title: string }) => (
  <main id="main" className="wrap grid min-h-dvh place-content-center justify-items-center gap-4 text-center">
    <h1 className="vh">{title}</h1>
    <Spinner />
    <noscript>
      <p>
        This page needs JavaScript, which is switched off in your browser. <Link to={href('/home')}>Home</Link>
      </p>
    </noscript>
  </main>
)

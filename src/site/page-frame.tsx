import type { ReactNode } from 'react'
import { SkipLink } from '../ui/skip-link.tsx'
import { Footer } from './footer.tsx'
import { Navigation } from './navigation.tsx'
import { StandInRibbon } from './stand-in-ribbon.tsx'
import { VerifyBanner } from './verify-banner.tsx'

/** The frame of every page but the printed ones. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <StandInRibbon />
      <Navigation />
      <VerifyBanner />
      <main id="main" className="wrap" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  )
}

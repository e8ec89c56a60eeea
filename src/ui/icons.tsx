import type { ReactNode } from 'react'

/*
 * Lucide's shapes (lucide.dev, version 1.70.0, ISC License) on its grid of 24; the notice is icons.license.txt.
 * Their lines are drawn by `.ic.lucide` in styles/frame.css.
 * These are the icons of the frame and of what many pages show; those of single pages, tables and dialogs stand in
 * page-icons.tsx, those of the dashboard's side in side-icons.tsx.
 */

export const icon = (shape: ReactNode) =>
  function Icon() {
    return (
      <svg className="ic lucide" viewBox="0 0 24 24" aria-hidden="true">
        {shape}
      </svg>
    )
  }

export const ArrowRight = icon(
  <>
    <path d="M5 12h14" />
    <path d="m12 5 7 7-7 7" />
  </>,
)

export const ChevronDown = icon(<path d="m6 9 6 6 6-6" />)

export const ChevronLeft = icon(<path d="m15 18-6-6 6-6" />)

export const ChevronRight = icon(<path d="m9 18 6-6-6-6" />)

export const Menu = icon(
  <>
    <path d="M4 5h16" />
    <path d="M4 12h16" />
    <path d="M4 19h16" />
  </>,
)

export const Moon = icon(
  <path d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401" />,
)

export const Search = icon(
  <>
    <path d="m21 21-4.34-4.34" />
    <circle cx="11" cy="11" r="8" />
  </>,
)

export const Sun = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2v2" />
    <path d="M12 20v2" />
    <path d="m4.93 4.93 1.41 1.41" />
    <path d="m17.66 17.66 1.41 1.41" />
    <path d="M2 12h2" />
    <path d="M20 12h2" />
    <path d="m6.34 17.66-1.41 1.41" />
    <path d="m19.07 4.93-1.41 1.41" />
  </>,
)

import { type ReactNode, useEffect, useRef, useState } from 'react'

type PagerProps = {
  label: string
  items: { id: string; content: ReactNode }[]
  /** The accessible name of a bullet. */
  name?: (page: number, pages: number) => string
}

const ON_DESKTOP = 3
const MOST_BULLETS = 7

const pageOf = (page: number, pages: number) => `Page ${page} of ${pages}`

/** How many pages there are depends on the width, so it is read off the rail itself. */
function usePages(count: number) {
  const rail = useRef<HTMLUListElement>(null)
  const [view, setView] = useState({ page: 0, pages: Math.ceil(count / ON_DESKTOP) })

  useEffect(() => {
    const box = rail.current
    if (!box) return
    const read = () => {
      const each = box.firstElementChild?.clientWidth ?? box.clientWidth
      const pages = Math.ceil(count / Math.max(1, Math.round(box.clientWidth / Math.max(1, each))))
      const atEnd = box.scrollLeft + box.clientWidth > box.scrollWidth - 2
      const page = atEnd ? pages - 1 : Math.round(box.scrollLeft / Math.max(1, box.clientWidth))
      setView((seen) => (seen.page === page && seen.pages === pages ? seen : { page, pages }))
    }
    const watch = new ResizeObserver(read)
    watch.observe(box)
    box.addEventListener('scroll', read, { passive: true })
    return () => {
      watch.disconnect()
      box.removeEventListener('scroll', read)
    }
  }, [count])

  const show = (page: number) => {
    const box = rail.current
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
    box?.scrollTo({ left: page * box.clientWidth, behavior })
  }
  return { rail, ...view, show }
}

export function Pager({ label, items, name = pageOf }: PagerProps) {
  const { rail, page, pages, show } = usePages(items.length)
  const bullets = Math.min(pages, MOST_BULLETS)
  const first = Math.max(0, Math.min(page - Math.floor(bullets / 2), pages - bullets))

  return (
    <section aria-roledescription="carousel" aria-label={label} className="pager">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <ul className="reviews" ref={rail} tabIndex={0} aria-label={label}>
        {items.map(({ id, content }) => (
          <li key={id}>{content}</li>
        ))}
      </ul>
      {pages > 1 ? (
        <div className="bul">
          {Array.from({ length: bullets }, (_, index) => first + index).map((bullet) => (
            <button
              key={bullet}
              type="button"
              aria-label={name(bullet + 1, pages)}
              aria-current={bullet === page || undefined}
              onClick={() => show(bullet)}
            />
          ))}
        </div>
      ) : null}
    </section>
  )
}

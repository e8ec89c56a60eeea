import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ChevronLeft, ChevronRight, icon } from './icons.tsx'

const Pause = icon(
  <>
    <rect x="14" y="3" width="5" height="18" rx="1" />
    <rect x="5" y="3" width="5" height="18" rx="1" />
  </>,
)

const Play = icon(<path d="M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z" />)

type Slide = { id: string; name: string; content: ReactNode }
type CarouselProps = {
  label: string
  slides: Slide[]
  /** Milliseconds that a slide stays before the carousel turns. */
  seconds?: number
}

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The rail's scroll position decides the current slide, whether a finger, link, button or timer moved it. */
function useRail(count: number) {
  const rail = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<number>()

  useEffect(() => {
    const box = rail.current
    if (!box) return
    const read = () => setCurrent(Math.round(box.scrollLeft / Math.max(1, box.clientWidth)))
    read()
    box.addEventListener('scroll', read, { passive: true })
    return () => box.removeEventListener('scroll', read)
  }, [])

  const show = (index: number) => {
    const box = rail.current
    const left = ((index + count) % count) * (box?.clientWidth ?? 0)
    box?.scrollTo({ left, behavior: calm() ? 'instant' : 'smooth' })
  }
  return { rail, current, show }
}

/** Turns by itself until it is paused, and waits under the pointer, with the focus inside and in a hidden tab. */
function useTurning(current: number | undefined, seconds: number, turn: () => void) {
  const [playing, setPlaying] = useState(false)
  const [held, setHeld] = useState(false)
  const running = playing && !held && current !== undefined

  useEffect(() => setPlaying(!calm()), [])
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => document.hidden || turn(), seconds * 1000)
    return () => clearInterval(timer)
  })

  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return { playing, running, setPlaying, hold }
}

export function Carousel({ label, slides, seconds = 8 }: CarouselProps) {
  const { rail, current, show } = useRail(slides.length)
  const shown = current ?? 0
  const { playing, running, setPlaying, hold } = useTurning(current, seconds, () => show(shown + 1))

  const choose = (index: number) => {
    setPlaying(false)
    show(index)
  }
  const handleLink = (event: MouseEvent, index: number) => {
    event.preventDefault()
    choose(index)
  }

  return (
    <section className="hero" aria-roledescription="carousel" aria-label={label} {...hold}>
      {/* First, so that the keyboard need not go through a slide to turn it; the sheet shows them at its foot. */}
      <div className="sheets">
        {slides.map(({ id, name }, index) => (
          <a
            key={id}
            href={`#${id}`}
            aria-current={index === shown || undefined}
            onClick={(event) => handleLink(event, index)}
          >
            <span className="n">{index + 1}</span> <b>{name}</b>
          </a>
        ))}
        <button type="button" aria-label={playing ? 'Pause' : 'Play'} onClick={() => setPlaying(!playing)}>
          {playing ? <Pause /> : <Play />}
        </button>
        <button type="button" aria-label="Previous slide" onClick={() => choose(shown - 1)}>
          <ChevronLeft />
        </button>
        <button type="button" aria-label="Next slide" onClick={() => choose(shown + 1)}>
          <ChevronRight />
        </button>
      </div>
      <div className="slides" ref={rail} aria-live={running ? 'off' : 'polite'}>
        {slides.map(({ id, name, content }, index) => (
          <article
            key={id}
            id={id}
            className="slide"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}: ${name}`}
            // Only once the script can bring a slide into view; without it all four are reached by scrolling.
            inert={current !== undefined && index !== current}
          >
            {content}
          </article>
        ))}
      </div>
    </section>
  )
}

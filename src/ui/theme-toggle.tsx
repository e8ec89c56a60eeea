import { Moon, Sun } from './icons.tsx'

const darkNow = () =>
  (document.documentElement.dataset.theme ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'

function handleClick() {
  const theme = darkNow() ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

/** Both names are in the document; the used colour scheme shows one, so the server needs no answer. */
export function ThemeToggle() {
  return (
    <button type="button" className="sq theme" onClick={handleClick}>
      <span className="to-dark">
        <Moon />
        <span className="vh">Dark theme</span>
      </span>
      <span className="to-light">
        <Sun />
        <span className="vh">Light theme</span>
      </span>
    </button>
  )
}

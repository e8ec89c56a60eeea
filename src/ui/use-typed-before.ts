import { useEffect, useRef } from 'react'

/** Calls back once with input that was made before hydration, for which React fires no event. */
export function useTypedBefore(id: string, known: string, onTyped: (text: string) => void) {
  const first = useRef({ known, onTyped })
  useEffect(() => {
    const control = document.getElementById(id) as HTMLInputElement | HTMLSelectElement | null
    const { known, onTyped } = first.current
    if (control && control.value !== known) onTyped(control.value)
  }, [id])
}

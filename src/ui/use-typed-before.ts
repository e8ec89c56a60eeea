import { useEffect, useRef } from 'react'

/** Tells once of a text that was typed, or a choice made, before the script was there: React leaves it and says nothing. */
export function useTypedBefore(id: string, known: string, onTyped: (text: string) => void) {
  const first = useRef({ known, onTyped })
  useEffect(() => {
    const control = document.getElementById(id) as HTMLInputElement | HTMLSelectElement | null
    const { known, onTyped } = first.current
    if (control && control.value !== known) onTyped(control.value)
  }, [id])
}

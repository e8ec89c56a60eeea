import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Copy } from './page-icons.tsx'
import { useHydrated } from './use-hydrated.ts'

const COPIED_MS = 3000

/** Copies a text; absent where the browser has no clipboard, which exists only on https and on this machine. */
export default function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const canCopy = useHydrated() && navigator.clipboard !== undefined
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  if (!canCopy) return null
  const handleCopy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <>
      <Button onClick={handleCopy}>
        <Copy />
        {copied ? 'Copied' : 'Copy'}
      </Button>
      {/* In the button it would be no part of the button's name. */}
      <span className="vh" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </>
  )
}

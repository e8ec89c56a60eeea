/** The mark of an error: an exclamation mark without a frame, as wide as an icon. */
export function AlertMark() {
  return (
    <svg className="ic" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 3.5v6M8 12v.5" />
    </svg>
  )
}

type SpinnerProps = { label?: string }

export function Spinner({ label = 'Loading' }: SpinnerProps) {
  return <span className="spin" role="status" aria-label={label} />
}

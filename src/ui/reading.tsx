import { classes } from './classes.ts'

type ReadingProps = { value: number; max?: number; label: string; className?: string }

/** A gauge to read: the words, and as many filled segments. */
export function Reading({ value, max = 5, label, className }: ReadingProps) {
  return (
    <span className={classes('rate', className)}>
      {label}
      <i aria-hidden="true">
        {Array.from({ length: max }, (_, index) => index + 1).map((step) => (
          <span key={step} className={step <= value ? 'f' : undefined} />
        ))}
      </i>
    </span>
  )
}

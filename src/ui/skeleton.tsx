import { classes } from './classes.ts'

type SkeletonProps = { width?: number | string; height?: number | string; className?: string }

export function Skeleton({ width, height = 14, className }: SkeletonProps) {
  return <span aria-hidden="true" className={classes('sk', className)} style={{ width, height }} />
}

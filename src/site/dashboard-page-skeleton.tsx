import { DashboardFrame } from './dashboard-frame.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'

/** A page of the dashboard, with its sidebar, while it loads. */
export default function DashboardPageSkeleton({ pathname }: { pathname: string }) {
  return (
    <DashboardFrame pathname={pathname}>
      <DashboardSkeleton pathname={pathname} />
    </DashboardFrame>
  )
}

import { data } from 'react-router'
import { pageMeta } from '../../document/meta.ts'
import { Lost } from '../no-such-page.tsx'
import type { Route } from './+types/not-found.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta({
    matches,
    title: 'Not found · Parts House',
    description: 'There is no page at this address.',
    path: location.pathname,
    noindex: true,
  })

export const loader = () => data(null, { status: 404 })

export default function NotFound() {
  return <Lost />
}

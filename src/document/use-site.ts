import { useRouteLoaderData } from 'react-router'
import type { PublicSite } from './site-context.ts'

/** The public settings; undefined only where the document itself could not be made. */
export const useSite = () => useRouteLoaderData<() => PublicSite>('root')

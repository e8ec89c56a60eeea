import { useRouteLoaderData } from 'react-router'
import type { PublicSite } from './site-context.ts'

/** What every page may know of the settings; missing only where the document itself could not be made. */
export const useSite = () => useRouteLoaderData<() => PublicSite>('root')

import { useRouteLoaderData } from 'react-router'
import type { loader } from '../root.tsx'

/** What every page may know of the settings; missing only where the document itself could not be made. */
export const useSite = () => useRouteLoaderData<typeof loader>('root')

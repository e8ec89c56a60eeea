import { whenOpen } from '../ui/when-open.tsx'

export const FindDialog = whenOpen(() => import('./find-box.tsx'))

import { whenOpen } from './when-open.tsx'

export const Dialog = whenOpen(() => import('./dialog-box.tsx'))

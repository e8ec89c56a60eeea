import { whenOpen } from './when-open.tsx'

export const ConfirmDialog = whenOpen(() => import('./confirm-box.tsx'))

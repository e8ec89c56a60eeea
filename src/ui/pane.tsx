import { whenOpen } from './when-open.tsx'

export const Pane = whenOpen(() => import('./pane-box.tsx'))

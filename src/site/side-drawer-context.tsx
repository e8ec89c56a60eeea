import { createContext, type ReactNode, type RefObject, useContext, useMemo, useRef, useState } from 'react'
import { whenOpen } from '../ui/when-open.tsx'
import { FindDialog } from './find-dialog.tsx'

type SideDrawer = { toggle: RefObject<HTMLButtonElement | null>; open: () => void; find: () => void }

const SideDrawerContext = createContext<SideDrawer>({
  toggle: { current: null },
  open: () => undefined,
  find: () => undefined,
})
const SideDrawerBox = whenOpen(() => import('./side-drawer-box.tsx'))

/** The dashboard's drawer and Find stand outside its pages, and stay open while one page is replaced by another. */
export function SideDrawerProvider({ children }: { children: ReactNode }) {
  const toggle = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const drawer = useMemo(() => ({ toggle, open: () => setOpen(true), find: () => setFinding(true) }), [])
  return (
    <SideDrawerContext value={drawer}>
      {children}
      <SideDrawerBox open={isOpen} onClose={() => setOpen(false)} toggle={toggle} />
      <FindDialog open={isFinding} onClose={() => setFinding(false)} />
    </SideDrawerContext>
  )
}

export const useSideDrawer = () => useContext(SideDrawerContext)

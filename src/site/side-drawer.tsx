import { createContext, type ReactNode, type RefObject, useContext, useMemo, useRef, useState } from 'react'
import { whenOpen } from '../ui/when-open.tsx'

type SideDrawer = { toggle: RefObject<HTMLButtonElement | null>; open: () => void }

const SideDrawerContext = createContext<SideDrawer>({ toggle: { current: null }, open: () => undefined })
const SideDrawerBox = whenOpen(() => import('./side-drawer-box.tsx'))

/** The dashboard's drawer stands outside its pages, so that it stays open while one of them is replaced by another. */
export function SideDrawerProvider({ children }: { children: ReactNode }) {
  const toggle = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const drawer = useMemo(() => ({ toggle, open: () => setOpen(true) }), [])
  return (
    <SideDrawerContext value={drawer}>
      {children}
      <SideDrawerBox open={isOpen} onClose={() => setOpen(false)} toggle={toggle} />
    </SideDrawerContext>
  )
}

export const useSideDrawer = () => useContext(SideDrawerContext)

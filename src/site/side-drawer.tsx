import { createContext, type ReactNode, type RefObject, useContext, useMemo, useRef, useState } from 'react'
import { useSession } from '../accounts/session.ts'
import { Drawer } from '../ui/drawer.tsx'
import { ADMIN_LINKS, OWN_LINKS } from './links.ts'
import { DrawerLinks } from './menu-drawer.tsx'

type SideDrawer = { toggle: RefObject<HTMLButtonElement | null>; open: () => void }

const SideDrawerContext = createContext<SideDrawer>({ toggle: { current: null }, open: () => undefined })

/** The dashboard's drawer stands outside its pages, so that it stays open while one of them is replaced by another. */
export function SideDrawerProvider({ children }: { children: ReactNode }) {
  const toggle = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const drawer = useMemo(() => ({ toggle, open: () => setOpen(true) }), [])
  const isAdmin = useSession().admin
  const handleClose = () => setOpen(false)
  return (
    <SideDrawerContext value={drawer}>
      {children}
      <Drawer open={isOpen} onClose={handleClose} side="left" title="Dashboard" returnsTo={toggle}>
        <nav aria-label="Dashboard pages">
          <DrawerLinks links={OWN_LINKS} onFollow={handleClose} />
          {isAdmin ? (
            <>
              <p className="lab">Admin</p>
              <DrawerLinks links={ADMIN_LINKS} onFollow={handleClose} />
            </>
          ) : null}
        </nav>
      </Drawer>
    </SideDrawerContext>
  )
}

export const useSideDrawer = () => useContext(SideDrawerContext)

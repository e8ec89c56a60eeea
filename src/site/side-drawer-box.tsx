import type { RefObject } from 'react'
import { useSession } from '../accounts/session/session.ts'
import DrawerBox from '../ui/drawer-box.tsx'
import { ADMIN_LINKS, OWN_LINKS } from './links.ts'
import { DrawerLinks } from './menu-drawer.tsx'

type SideDrawerBoxProps = { open: boolean; onClose: () => void; toggle: RefObject<HTMLButtonElement | null> }

export default function SideDrawerBox({ open, onClose, toggle }: SideDrawerBoxProps) {
  const isAdmin = useSession().admin
  return (
    <DrawerBox open={open} onClose={onClose} side="left" title="Dashboard" returnsTo={toggle}>
      <nav aria-label="Dashboard pages">
        <DrawerLinks links={OWN_LINKS} onFollow={onClose} />
        {isAdmin ? (
          <>
            <p className="lab">Admin</p>
            <DrawerLinks links={ADMIN_LINKS} onFollow={onClose} />
          </>
        ) : null}
      </nav>
    </DrawerBox>
  )
}

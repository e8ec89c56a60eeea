import type { RefObject } from 'react'
import { useSession } from '../accounts/session/session.ts'
import DrawerBox from '../ui/drawer-box.tsx'
import { adminLinksOf, OWN_LINKS } from './links.ts'
import { DrawerLinks } from './menu-drawer.tsx'

type SideDrawerBoxProps = { open: boolean; onClose: () => void; toggle: RefObject<HTMLButtonElement | null> }

export default function SideDrawerBox({ open, onClose, toggle }: SideDrawerBoxProps) {
  const adminLinks = adminLinksOf(useSession())
  return (
    <DrawerBox open={open} onClose={onClose} side="left" title="Dashboard" returnsTo={toggle}>
      <nav aria-label="Dashboard pages">
        <DrawerLinks links={OWN_LINKS} onFollow={onClose} />
        {adminLinks.length ? (
          <>
            <p className="lab">Admin</p>
            <DrawerLinks links={adminLinks} onFollow={onClose} />
          </>
        ) : null}
      </nav>
    </DrawerBox>
  )
}

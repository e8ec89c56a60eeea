import { Dialog } from '@base-ui/react/dialog'
import { Link } from 'react-router'
import { Button } from '../ui/button.tsx'
import { X } from '../ui/page-icons.tsx'
import { grouped } from '../wire/grouped.ts'
import { CategoryTree } from './category-tree.tsx'
import { unfiltered } from './chosen.ts'
import type { Facets } from './contract.ts'
import { FacetList } from './facet-list.tsx'

type FilterSheetProps = {
  open: boolean
  onClose: () => void
  facets: Facets
  params: URLSearchParams
  filters: number
  onChange: (next: URLSearchParams) => void
}

/** The filters as a full-screen sheet in narrow windows; each applies at once, so the button only closes it. */
export default function FilterSheet({ open, onClose, facets, params, filters, onChange }: FilterSheetProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="fsheet">
          <div className="top">
            <Dialog.Title>Filter {filters ? <span className="cnt">{filters}</span> : null}</Dialog.Title>
            <Dialog.Close aria-label="Close">
              <X />
            </Dialog.Close>
          </div>
          <div className="body">
            <CategoryTree categories={facets.categories} params={params} />
            <FacetList facets={facets} params={params} onChange={onChange} />
          </div>
          <div className="df">
            <Link className="btn lg" to={`?${unfiltered(params)}`} preventScrollReset>
              Clear all
            </Link>
            <Button variant="key" size="lg" onClick={onClose}>
              <span aria-live="polite">
                Show {grouped(facets.total)} {facets.total === 1 ? 'part' : 'parts'}
              </span>
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

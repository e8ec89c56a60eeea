import { href } from 'react-router'
import { LinkButton } from '../ui/link-button.tsx'
import { Picture } from '../ui/picture.tsx'

const LOST = 'There is no page at this address. It may have been moved, or the address was typed wrong.'

type LostProps = { says?: string | undefined }

export function Lost({ says = LOST }: LostProps) {
  return (
    <div className="lost">
      <div>
        <h1>This drawer is empty.</h1>
        <p className="soft mb-6 max-w-[40ch]">{says}</p>
        <div className="flex flex-wrap gap-3">
          <LinkButton variant="key" size="lg" to={href('/products')}>
            Products
          </LinkButton>
          <LinkButton size="lg" to={href('/')}>
            Home
          </LinkButton>
        </div>
      </div>
      <Picture src="/drawings/not-found.svg" alt="An open, empty parts drawer" width={640} height={480} priority />
    </div>
  )
}

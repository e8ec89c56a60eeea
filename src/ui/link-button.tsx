import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { type ButtonLook, buttonClass } from './button.tsx'

type LinkButtonProps = ComponentProps<typeof Link> & ButtonLook & { disabled?: boolean }

export function LinkButton({ variant, size, full, disabled, className, children, ...rest }: LinkButtonProps) {
  const look = buttonClass({ variant, size, full }, className)
  if (disabled) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a link without an address is how HTML says "not now"
      <a className={look} role="link" aria-disabled="true">
        {children}
      </a>
    )
  }
  return (
    <Link prefetch="intent" {...rest} className={look}>
      {children}
    </Link>
  )
}

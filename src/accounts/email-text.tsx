import { isClosedAddress } from '../wire/closed-address.ts'

/** An address that breaks after its @ before anywhere else, so that a long one fits a narrow column. */
export function EmailText({ children }: { children: string }) {
  if (isClosedAddress(children)) return 'account closed'
  const at = children.lastIndexOf('@') + 1
  return (
    <>
      <span className="inline-block max-w-full">{children.slice(0, at)}</span>
      <span className="inline-block max-w-full">{children.slice(at)}</span>
    </>
  )
}

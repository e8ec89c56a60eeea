/** An address that may break after its @, so that a long one fits a narrow column. */
export function EmailText({ children }: { children: string }) {
  const at = children.lastIndexOf('@') + 1
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  )
}

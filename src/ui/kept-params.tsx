type KeptParamsProps = { params: URLSearchParams; but: string }

/** What a form of a list sends along while no script does: all that the list is shown by, but for its page. */
export function KeptParams({ params, but }: KeptParamsProps) {
  return [...new Map(params)]
    .filter(([name]) => name !== but && name !== 'page')
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

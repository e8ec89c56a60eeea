type KeptParamsProps = { params: URLSearchParams; but: string }

/** Hidden fields that keep a list's search, sort and filter when its form is sent without a script. */
export function KeptParams({ params, but }: KeptParamsProps) {
  return [...new Map(params)]
    .filter(([name]) => name !== but && name !== 'page')
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * A form's check by a contract that is fetched when a field is first entered: the checks are a fifth of a page's script,
 * and reading needs none of it. When they cannot be had the form is sent as it is, and the call checks it anyway.
 */
export function checkedBy<Input extends FieldValues, Output>(
  contract: () => Promise<z.ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  let check: Promise<Resolver<Input, unknown, Output> | undefined> | undefined
  const fetchOnce = () => {
    check ??= Promise.all([import('@hookform/resolvers/zod'), contract()]).then(
      ([{ zodResolver }, schema]) => zodResolver(schema),
      () => {
        check = undefined
        return undefined
      },
    )
    return check
  }
  if (typeof document !== 'undefined') {
    // The form's own script may come after its field was entered.
    if (document.activeElement?.matches('input, textarea')) void fetchOnce()
    else document.addEventListener('focusin', fetchOnce, { once: true })
  }
  return async (values, context, options) => {
    const resolve = await fetchOnce()
    return resolve ? resolve(values, context, options) : { values: values as unknown as Output, errors: {} }
  }
}

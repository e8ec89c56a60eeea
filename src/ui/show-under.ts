import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

/** Shows what is saved in a form, and over it what is typed and not saved. */
export function showUnder<T extends FieldValues>(
  { reset }: Pick<UseFormReturn<T>, 'reset'>,
  saved: T,
  typed: Partial<T>,
) {
  reset(saved as DefaultValues<T>)
  reset({ ...saved, ...typed } as DefaultValues<T>, { keepDefaultValues: true })
}

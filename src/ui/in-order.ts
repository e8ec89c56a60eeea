import type { FieldPath, FieldValues, UseFormRegister } from 'react-hook-form'

/**
 * Registers fields in the order of the page, before they render: the first one registered that has a fault gets the focus,
 * and a `Controller` would register after the fields beside it.
 */
export function inOrder<T extends FieldValues>(register: UseFormRegister<T>, names: FieldPath<T>[]) {
  for (const name of names) register(name)
}

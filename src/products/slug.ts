/** The last part of a product's address: its number in lower case with one hyphen for all other signs, else its id. */
export function slugOf({ id, number }: { id: string; number: string | null }) {
  // Letter by letter, as the database does it: a whole word would end with another sigma. It knows no other digits.
  const lower = Array.from((number ?? '').normalize('NFKC'), (letter) => letter.toLowerCase()).join('')
  return lower.replace(/[^\p{L}\p{M}0-9]+/gu, '-').replace(/^-|-$/g, '') || id
}

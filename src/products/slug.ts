/** The last part of a product's address: its number in lower case with one hyphen for all other signs, else its id. */
export function slugOf({ id, number }: { id: string; number: string | null }) {
  const slug = (number ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  return slug.replace(/^-|-$/g, '') || id
}

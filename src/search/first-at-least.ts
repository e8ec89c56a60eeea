/** The place of the first value that is not below the wanted one, in values that ascend. */
export function firstAtLeast<Of extends string | number>(ordered: Of[], wanted: Of) {
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ordered[middle] as Of) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

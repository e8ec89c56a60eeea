const PIECES =
  /^(?:\(|x|×|qty\.?:?)? ?(\d{1,6}|\d{1,3}(?:[,.'’ \u00a0\u2009\u202f]\d{3})+)(?:[.,]0{1,2})? ?(?:\)|x|×|pcs?\.?|pieces?|ea\.?|each|units?|st(?:k|ck)?\.?)?$/i

/** `12`, `12 pcs`, `x12`, `(12)`, `1,200`, `1 200`, `12.00`: a number of pieces; undefined for any other text. */
export function piecesIn(cell = '') {
  const digits = PIECES.exec(cell)?.[1]?.replace(/\D/g, '')
  return digits ? Number(digits) : undefined
}

const PIECES =
  /^(?:\(|x|×|qty\.?:?)? ?(10{6}|\d{1,6}|\d{1,3}(?:[,.'’ ]\d{3})+)(?:[.,]0{1,2})? ?(?:\)|x|×|pcs?\.?|pieces?|ea\.?|each|units?|st(?:k|ck|ücke?)?\.?)?$/i

/** `12`, `１２`, `12 pcs`, `x12`, `(12)`, `1,200`, `1 200`, `12.00`: up to 1,000,000 pieces; undefined for any other text. */
export function piecesIn(cell = '') {
  const pieces = Number(PIECES.exec(cell.normalize('NFKC'))?.[1]?.replace(/\D/g, ''))
  return pieces <= 1e6 ? pieces : undefined
}

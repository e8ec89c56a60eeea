/** `Quayline 00 3404 1187`: the carrier and the tracking number of a parcel, as far as they are known. */
export const carrierOf = ({ carrier, number }: { carrier: string; number: string }) =>
  [carrier, number].filter(Boolean).join(' ')

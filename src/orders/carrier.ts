/** `Quayline 00 3404 1187`: who carries a parcel and under which number, as far as they are told. */
export const carrierOf = ({ carrier, number }: { carrier: string; number: string }) =>
  [carrier, number].filter(Boolean).join(' ')

/** The draft of the orders that are asked about together, each with the number of its parcel as typed. */
export const TOGETHER = 'deliver together'

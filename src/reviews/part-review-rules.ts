/** Whether the part fitted the appliance that it was bought for. */
export const FITTED = ['yes', 'with-work', 'no'] as const

/** For how long an author may change a review, in days. */
export const MAY_CHANGE_DAYS = 30

export const REVIEW_STATES = ['seen', 'hidden'] as const

/** Everything the log tells of. */
export const AUDIT_ACTIONS = [
  'product.add',
  'product.delete',
  'order.deliver',
  'order.cancel',
  'order.paid',
  'order.refund',
  'order.refund-failed',
  'order.expire',
  'review.hide',
  'review.show',
  'role.change',
  'admin.first',
] as const

/** Every kind of entry in the audit log. */
export const AUDIT_ACTIONS = [
  'product.add',
  'product.edit',
  'product.delete',
  'product.restore',
  'stock.move',
  'order.deliver',
  'order.take-back',
  'order.arrive',
  'order.cancel',
  'order.paid',
  'order.refund',
  'order.refund-failed',
  'order.expire',
  'review.hide',
  'review.show',
  'request.answer',
  'question.answer',
  'question.hide',
  'question.show',
  'answer.hide',
  'answer.show',
  'role.change',
  'admin.first',
  'account.delete',
] as const

/** Who acts when nobody does: a job, or word from Stripe. */
export const THE_SHOP = 'the shop'

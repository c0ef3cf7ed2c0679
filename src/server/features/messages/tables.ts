import { FORMER_CUSTOMER } from '#domain/customers/customer.ts'
import { customerErasure } from '#server/db/column-erasure.ts'

export const FORGOTTEN_MESSAGE = customerErasure({
  table: 'ticketMessage',
  retained: [
    ...(['companyId', 'ticketId', 'messageId', 'at', 'by', 'authorId', 'authorName', 'jobNumber'] as const),
    ...(['text', 'readAt', 'emailDueAt', 'emailOutcome'] as const),
  ],
  erased: {},
  ofCustomer: { by: 'by', erased: { text: 'Removed', authorName: FORMER_CUSTOMER } },
})

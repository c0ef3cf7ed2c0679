import { FORMER_CUSTOMER } from '#domain/customers/customer.ts'
import { customerErasure } from '#server/db/column-erasure.ts'

export const FORGOTTEN_LINK = customerErasure({
  table: 'ticketLink',
  retained: [
    ...(['companyId', 'linkId', 'ticketId', 'createdAt', 'madeBy', 'madeByName', 'revokedAt'] as const),
    ...(['openedAt', 'wrongAnswers', 'lockedUntil', 'unlocks'] as const),
  ],
  erased: { confirmedEmail: null },
  ofCustomer: { by: 'madeBy', erased: { madeByName: FORMER_CUSTOMER } },
})

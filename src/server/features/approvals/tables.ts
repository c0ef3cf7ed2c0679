import { sql } from 'kysely'
import { FORMER_CUSTOMER } from '#domain/customers/customer.ts'
import { customerErasure } from '#server/db/column-erasure.ts'

export const FORGOTTEN_APPROVAL = customerErasure({
  table: 'approvalLine',
  retained: [
    ...(['companyId', 'ticketId', 'requestId', 'jobNumber', 'asked', 'askedVersion', 'state'] as const),
    ...(['endedAt', 'endedBy', 'how', 'shown', 'shownVersion', 'correction', 'beforeAnswer'] as const),
  ],
  erased: {
    ...{ typedName: null, phone: null, address: null },
    endedByName: sql<string | null>`case when how = 'link' then ${FORMER_CUSTOMER} else ended_by_name end`,
  },
})

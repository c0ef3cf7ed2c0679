import { FORMER_CUSTOMER_DETAILS } from '#domain/customers/customer.ts'
import { RIG_VISIT_FIELDS } from '#domain/tickets/rig-visit-fields.ts'
import { type ColumnErasure, customerErasure } from '#server/db/column-erasure.ts'
import { toCustomerColumns } from '#server/db/customer-columns.ts'

const NO_CUSTOMER = {
  ...toCustomerColumns(FORMER_CUSTOMER_DETAILS),
  customerUuid: null,
  companyCustomerId: null,
}

/** Of a recorded ticket, the rig stays, and when it was worked on. */
export const TICKET_ERASURE: ColumnErasure<'ticket'> = {
  retained: [
    'companyId',
    'ticketId',
    'state',
    'vin',
    'make',
    'model',
    'year',
    'axleAmount',
    ...RIG_VISIT_FIELDS,
    'pendingTimestamp',
    'confirmedAt',
    'activeTimestamp',
    'completedTimestamp',
    'transition',
    'transitionedAt',
    'bookedDay',
    'importedBalance',
    'importedKey',
    'closeReason',
    'closeNote',
    'closedFrom',
    'feeChoices',
  ],
  erased: {
    ...NO_CUSTOMER,
    ...{ rvImage: null, assignedTechnician: null, transitionedBy: '', transitionedByName: '', card: '{}' },
    laborRate: null,
    suppliesRule: null,
    checkIn: null,
  },
}

/** Of its job lines, the work stays. */
export const JOB_ERASURE: ColumnErasure<'job'> = {
  retained: [
    'companyId',
    'ticketId',
    'jobNumber',
    'problem',
    'cause',
    'correction',
    'answer',
    'estimatedTime',
    'estimate',
    'suggestedTime',
    'approvedParts',
    'approvedSupplies',
    ...(['componentId', 'componentModel', 'componentAt'] as const),
  ],
  erased: {
    ...{ namedTechnician: null, laborRateId: null, laborRateName: null, laborRate: null, flatPrice: null },
    ...{ clockRule: null, clockedHours: null },
  },
}

/** A closed ticket's note goes too, and who canceled it: see `forgetCustomer`. Customer records are deleted on their own. */
export const FORGOTTEN_TICKET = customerErasure({
  table: 'ticket',
  retained: [
    ...TICKET_ERASURE.retained,
    ...(['rvImage', 'assignedTechnician', 'transitionedBy', 'transitionedByName'] as const),
    ...(['card', 'laborRate', 'suppliesRule'] as const),
  ],
  erased: { ...NO_CUSTOMER, checkIn: null },
})

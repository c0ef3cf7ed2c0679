import { FORMER_CUSTOMER } from '#domain/customers/customer.ts'
import type { ColumnErasure } from '#server/db/column-erasure.ts'

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
    'pendingTimestamp',
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
  ],
  erased: {
    firstName: FORMER_CUSTOMER,
    lastName: '',
    email: '',
    phone: '',
    customerUuid: null,
    address: null,
    latitude: null,
    longitude: null,
    profileImageUrl: null,
    rvImage: null,
    ...{ assignedTechnician: null, transitionedBy: '', transitionedByName: '', card: '{}' },
    laborRate: null,
    suppliesRule: null,
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
  ],
  erased: { laborRateId: null, laborRateName: null, laborRate: null },
}

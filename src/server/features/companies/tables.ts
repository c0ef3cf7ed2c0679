import type { ColumnErasure } from '#server/db/column-erasure.ts'

/** Of a deleted company the name stays, which its visits in rigs' histories show. */
export const COMPANY_ERASURE: ColumnErasure<'company'> = {
  retained: [
    ...(['companyId', 'companyName', 'timeZone', 'registeredAt', 'approvalTolerance'] as const),
    ...(['daysOfOperation', 'hoursOfOperation', 'mobileBusiness', 'onTimeStatus', 'pendingStatus'] as const),
    ...(['ownerNameAsked', 'suspendedAt', 'deletedAt'] as const),
  ],
  erased: {
    ...{ companyPhone: '', companyAddress: null, latitude: null, longitude: null, email: '' },
    ...{ laborRate: null, mobileRange: null, imageUrl: null, trusted: false, verified: false },
    ...{ verifiedFrom: null, verifiedUntil: null, verifiedNote: null },
    ...{ suspendedBecause: '', closesAt: null },
  },
}

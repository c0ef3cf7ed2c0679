import * as z from 'zod'
import { weekdayHours } from '#contract/companies.ts'
import { weekdayHoursError } from '#domain/companies/opening-times.ts'
import type { ColumnErasure } from '#server/db/column-erasure.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { orNull } from '#server/db/record-values.ts'
import { publishCompany } from './store.ts'

const { weekday, opens, closes } = weekdayHours.shape
const storedHours = z
  .object({ weekday, opens: orNull(opens), closes: orNull(closes) })
  .refine(hours => weekdayHoursError(hours) === null)

export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(storedHours, {
    ...{ name: 'weekdayHours', fileName: 'weekday-hours', table: 'weekdayHours', id: null, key: ['weekday'] },
    whenWritten: work => publishCompany(work),
  }),
]

/** Of a deleted company the name stays, which its visits in rigs' histories show. */
export const COMPANY_ERASURE: ColumnErasure<'company'> = {
  retained: [
    ...(['companyId', 'companyName', 'timeZone', 'registeredAt', 'approvalTolerance'] as const),
    ...(['daysOfOperation', 'hoursOfOperation', 'mobileBusiness', 'onTimeStatus', 'pendingStatus'] as const),
    ...(['ownerNameAsked', 'suspendedAt', 'deletedAt', 'promisedTickets', 'onTimeTickets'] as const),
  ],
  erased: {
    ...{ companyPhone: '', companyAddress: null, latitude: null, longitude: null, email: '' },
    ...{ laborRate: null, mobileRange: null, imageUrl: null, trusted: false, verified: false },
    ...{ verifiedFrom: null, verifiedUntil: null, verifiedNote: null },
    ...{ suspendedBecause: '', closesAt: null },
  },
}

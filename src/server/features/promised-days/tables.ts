import * as z from 'zod'
import { day, ticketId } from '#contract/shared-schemas.ts'
import { MAX_MOVE_REASON_LENGTH } from '#domain/promised-days/promised-day.ts'
import { customerErasure } from '#server/db/column-erasure.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, orNull, words } from '#server/db/record-values.ts'

export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(
    z.object({
      ...{
        ticketId,
        day,
        firstDay: day,
        reason: words(MAX_MOVE_REASON_LENGTH),
        askedByCustomer: z.boolean(),
      },
      ...{ promisedAt: at, promisedBy: words(200), promisedByName: words(200), doneOn: orNull(day) },
    }),
    {
      ...{ name: 'promisedDays', fileName: 'promised-days', table: 'promisedDay', id: null },
      ...{ key: ['ticketId', 'position'], time: 'promisedAt', numberedBy: 'ticketId' },
    },
  ),
]

/** The days stay; why they were moved may say who the customer is. */
export const FORGOTTEN_PROMISED_DAY = customerErasure({
  table: 'promisedDay',
  retained: [
    ...(['companyId', 'ticketId', 'position', 'day', 'firstDay', 'askedByCustomer', 'promisedAt'] as const),
    ...(['promisedBy', 'promisedByName', 'doneOn', 'emailDueAt'] as const),
  ],
  erased: { reason: '' },
})

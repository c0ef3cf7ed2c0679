import * as z from 'zod'
import { emailOutcome, jobNumber, ticketId } from '#contract/shared-schemas.ts'
import { FORMER_CUSTOMER } from '#domain/customers/customer.ts'
import { MAX_MESSAGE_LENGTH, SIDES } from '#domain/messages/message.ts'
import { customerErasure } from '#server/db/column-erasure.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, orNull, words } from '#server/db/record-values.ts'

/** Nobody is emailed what was imported: it has no `emailDueAt`. */
export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(
    z.object({
      ticketId,
      at,
      by: z.enum(SIDES),
      authorId: words(200),
      authorName: words(200),
      jobNumber: orNull(jobNumber),
      text: words(MAX_MESSAGE_LENGTH).min(1),
      readAt: orNull(at),
      emailOutcome: orNull(emailOutcome),
    }),
    {
      ...{ name: 'messages', table: 'ticketMessage', id: 'messageId', key: ['ticketId', 'messageId'] },
      time: 'at',
    },
  ),
]

export const FORGOTTEN_MESSAGE = customerErasure({
  table: 'ticketMessage',
  retained: [
    ...(['companyId', 'ticketId', 'messageId', 'at', 'by', 'authorId', 'authorName', 'jobNumber'] as const),
    ...(['text', 'readAt', 'emailDueAt', 'emailOutcome'] as const),
  ],
  erased: {},
  ofCustomer: { by: 'by', erased: { text: 'Removed', authorName: FORMER_CUSTOMER } },
})

import * as z from 'zod'
import { day, ticketId } from '#contract/shared-schemas.ts'
import { HOLD_REASONS } from '#domain/on-hold/hold.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, orNull, words } from '#server/db/record-values.ts'
import { saveCardsOf } from '#server/features/tickets/store.ts'

export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(
    z.object({
      ticketId,
      reason: z.enum(HOLD_REASONS),
      note: words(500),
      since: at,
      until: orNull(day),
      setBy: words(200),
      setByName: words(200),
      customerUpdatedAt: orNull(at).default(null),
    }),
    {
      ...{ name: 'holds', table: 'ticketHold', id: null, key: ['ticketId'], time: 'since' },
      whenWritten: work => saveCardsOf(work, 'ticketHold'),
    },
  ),
]

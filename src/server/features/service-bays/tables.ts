import * as z from 'zod'
import { ticketId } from '#contract/shared-schemas.ts'
import { MAX_SERVICE_BAY_NAME_LENGTH } from '#domain/service-bays/service-bay.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, uuid, words } from '#server/db/record-values.ts'
import { saveCardsOf } from '#server/features/tickets/store.ts'

// Bays come before what refers to them.
export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(z.object({ serviceBayId: uuid, name: words(MAX_SERVICE_BAY_NAME_LENGTH).min(1), addedAt: at }), {
    ...{ name: 'serviceBays', fileName: 'service-bays', table: 'serviceBay' },
    ...{ id: 'serviceBayId', key: ['serviceBayId'], time: 'addedAt' },
  }),
  recordSet(z.object({ ticketId, serviceBayId: uuid }), {
    ...{ name: 'ticketServiceBays', fileName: 'ticket-service-bays', table: 'ticketServiceBay' },
    ...{ id: null, key: ['ticketId'] },
    whenWritten: work => saveCardsOf(work, 'ticketServiceBay'),
  }),
]

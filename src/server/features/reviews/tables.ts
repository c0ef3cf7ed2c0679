import { customerErasure } from '#server/db/column-erasure.ts'
import type { RecordSheet } from '#server/db/record-set.ts'

export const REVIEWS: RecordSheet = {
  ...{ name: 'reviews', fileName: 'reviews', table: 'review', key: ['ticketId'] },
  columns: [
    ...['ticketId', 'stars', 'words', 'writtenAt', 'rig', 'answer', 'answeredAt', 'answeredByName'],
    ...['removedAt', 'removedByName', 'removedBecause', 'uncountedBecause'],
  ],
}

export const FORGOTTEN_REVIEW = customerErasure({
  table: 'review',
  retained: [
    ...([
      'companyId',
      'ticketId',
      'stars',
      'writtenAt',
      'rig',
      'answer',
      'answeredAt',
      'answeredByName',
    ] as const),
    ...(['removedAt', 'removedByName', 'removedBecause', 'uncountedBecause'] as const),
  ],
  erased: { words: '' },
})

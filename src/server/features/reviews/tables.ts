import type { RecordSheet } from '#server/db/record-set.ts'

export const REVIEWS: RecordSheet = {
  ...{ name: 'reviews', fileName: 'reviews', table: 'review', key: ['ticketId'] },
  columns: [
    ...['ticketId', 'stars', 'words', 'writtenAt', 'rig', 'answer', 'answeredAt', 'answeredByName'],
    ...['removedAt', 'removedByName', 'removedBecause', 'uncountedBecause'],
  ],
}

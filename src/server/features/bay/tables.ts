import type { RecordSheet } from '#server/db/record-set.ts'

export const HAND_OVERS: RecordSheet = {
  ...{ name: 'handOvers', fileName: 'hand-overs', table: 'handOver', key: ['handOverId'] },
  columns: [
    ...['handOverId', 'ticketId', 'jobNumber', 'technicianId', 'technician', 'label', 'text', 'reason'],
    ...['tappedAt', 'at', 'settledAt', 'settledByName', 'photoId', 'photoMoment'],
  ],
}

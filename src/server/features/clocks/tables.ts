import type { RecordSheet } from '#server/db/record-set.ts'

export const CLOCK_CORRECTIONS: RecordSheet = {
  ...{ name: 'clockCorrections', fileName: 'clock-corrections' },
  ...{ table: 'clockCorrection', key: ['sessionId', 'position'] },
  columns: [
    ...['sessionId', 'position', 'at', 'actor', 'actorName', 'reason'],
    ...['clockInBefore', 'clockInAfter', 'clockOutBefore', 'clockOutAfter'],
  ],
}

import * as z from 'zod'
import { type RecordSet, type RecordSheet, recordSet } from '#server/db/record-set.ts'
import { at, orNull, uuid, words } from '#server/db/record-values.ts'
import { markCorrected } from './corrections.ts'

const CORRECTIONS = {
  name: 'clockCorrections',
  table: 'clockCorrection',
  key: ['sessionId', 'position'],
} as const

export const CLOCK_CORRECTIONS: RecordSheet = {
  ...{ ...CORRECTIONS, fileName: 'clock-corrections' },
  columns: [
    ...['sessionId', 'position', 'at', 'actor', 'actorName', 'reason'],
    ...['clockInBefore', 'clockInAfter', 'clockOutBefore', 'clockOutAfter'],
  ],
}

export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(
    z.object({
      sessionId: uuid,
      at,
      actor: uuid,
      actorName: words(200),
      reason: words(),
      clockInBefore: at,
      clockInAfter: at,
      clockOutBefore: orNull(at),
      clockOutAfter: orNull(at),
    }),
    {
      ...{ ...CORRECTIONS, id: null, time: 'at', numberedBy: 'sessionId' },
      refersTo: { sessionId: 'session' },
      whenWritten: markCorrected,
    },
  ),
]

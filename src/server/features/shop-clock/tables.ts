import * as z from 'zod'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, orNull, uuid, words } from '#server/db/record-values.ts'

export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(
    z
      .object({
        employeeId: uuid,
        employeeName: words(200),
        clockInTime: at,
        clockOutTime: orNull(at),
        isCorrected: z.boolean(),
      })
      .refine(({ clockInTime, clockOutTime }) => clockOutTime === null || clockOutTime >= clockInTime),
    {
      ...{ name: 'shopTime', fileName: 'shop-time', table: 'shopSession', id: 'sessionId' },
      ...{ key: ['sessionId'], time: 'clockInTime' },
    },
  ),
]

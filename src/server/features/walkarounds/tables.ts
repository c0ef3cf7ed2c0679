import * as z from 'zod'
import { ticketId } from '#contract/shared-schemas.ts'
import {
  MAX_BATTERY_VOLTS,
  MAX_DAMAGE_LENGTH,
  MAX_DAMAGES,
  PROPANE_LEVELS,
} from '#domain/walkarounds/walkaround.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, orNull, words } from '#server/db/record-values.ts'

export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(
    z.object({
      ticketId,
      propane: orNull(z.enum(PROPANE_LEVELS)),
      batteryVolts: orNull(z.number().min(0).max(MAX_BATTERY_VOLTS)),
      damage: z.array(words(MAX_DAMAGE_LENGTH).min(1)).max(MAX_DAMAGES),
      recordedAt: at,
      recordedBy: words(200),
      recordedByName: words(200),
    }),
    {
      ...{ name: 'walkarounds', fileName: 'walkarounds', table: 'walkaround', id: null },
      ...{ key: ['ticketId'], time: 'recordedAt' },
    },
  ),
]

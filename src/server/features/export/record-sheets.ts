// What a company's export has besides its tickets: lists of plain rows, the same in JSON and in spreadsheets.

import type { RecordSheet } from '#server/db/record-set.ts'
import { HAND_OVERS } from '#server/features/bay/tables.ts'
import { BILLING_SHEETS } from '#server/features/billing/tables.ts'
import { CLOCK_CORRECTIONS } from '#server/features/clocks/tables.ts'
import { IMPORTED_CUSTOMERS } from '#server/features/imported-customers/tables.ts'
import { REVIEWS } from '#server/features/reviews/tables.ts'
import { PLANNED_ASSIGNMENTS } from '#server/features/schedule/tables.ts'

export const RECORD_SHEETS: readonly RecordSheet[] = [
  ...[REVIEWS, PLANNED_ASSIGNMENTS, CLOCK_CORRECTIONS, HAND_OVERS, IMPORTED_CUSTOMERS, ...BILLING_SHEETS],
  {
    ...{ name: 'changeLog', fileName: 'change-log', table: 'changeLog', key: ['version', 'seq'] },
    columns: ['version', 'seq', 'at', 'actor', 'actorName', 'kind', 'id', 'verb', 'detail'],
  },
]

// What a company's export has besides its tickets: lists of plain rows, the same in JSON and in spreadsheets, that the
// features' `tables.ts` declare.

import type { RecordSheet } from '#server/db/record-set.ts'

const declared = Object.values(
  import.meta.glob<Readonly<Record<string, object>>>('../*/tables.ts', { eager: true }),
)

const isSheet = (value: object): value is RecordSheet => 'fileName' in value && 'columns' in value

export const RECORD_SHEETS: readonly RecordSheet[] = [
  ...declared.flatMap(tables => Object.values(tables).flat()).filter(isSheet),
  {
    ...{ name: 'changeLog', fileName: 'change-log', table: 'changeLog', key: ['version', 'seq'] },
    columns: ['version', 'seq', 'at', 'actor', 'actorName', 'kind', 'id', 'verb', 'detail'],
  },
]

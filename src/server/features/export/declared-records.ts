// What the features' `tables.ts` declare: lists of plain rows, which a company's export has besides its tickets, in JSON and
// as spreadsheets; and sets of rows, which a tree has besides it and an import reads.

import type { RecordSet, RecordSheet } from '#server/db/record-set.ts'

type Tables = Readonly<Record<string, object>>

const declared: readonly Tables[] = Object.values(import.meta.glob<Tables>('../*/tables.ts', { eager: true }))

const isSheet = (value: object): value is RecordSheet => 'fileName' in value && 'columns' in value

export const RECORD_SHEETS: readonly RecordSheet[] = [
  ...declared.flatMap(tables => Object.values(tables).flat()).filter(isSheet),
  {
    ...{ name: 'changeLog', fileName: 'change-log', table: 'changeLog', key: ['version', 'seq'] },
    columns: ['version', 'seq', 'at', 'actor', 'actorName', 'kind', 'id', 'verb', 'detail'],
  },
]

/** Those of a feature are in an order in which each comes after what it refers to. */
export const RECORD_SETS: readonly RecordSet[] = declared.flatMap(
  ({ RECORD_SETS: sets = [] }) => sets as readonly RecordSet[],
)

import type { Updateable } from 'kysely'
import type { Row, Tables } from './schema.ts'

/** What stays of a table's rows when their company is deleted: each column keeps its value, or gets this one. */
export type ColumnErasure<T extends keyof Tables> = {
  readonly retained: readonly (keyof Row<T>)[]
  readonly erased: Updateable<Tables[T]>
}

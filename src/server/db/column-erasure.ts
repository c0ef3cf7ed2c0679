import type { UpdateObject } from 'kysely'
import type { CompanyTables, Row, Tables } from './schema.ts'

/** What becomes of a table's columns when rows lose whose they were: each keeps its value, or gets this one. */
export type ColumnErasure<T extends keyof Tables> = {
  readonly retained: readonly (keyof Row<T>)[]
  readonly erased: UpdateObject<Tables, T, T>
}

type TicketTable = {
  [T in keyof CompanyTables]: 'ticketId' extends keyof Row<T> ? T : never
}[keyof CompanyTables]

/** What becomes of a table's columns when a ticket's customer is forgotten. */
export type CustomerErasure<T extends TicketTable> = ColumnErasure<T> & {
  readonly table: T
  /** Besides, in rows of which the column `by` has the customer: the id of their link, `public`, or `customer`. */
  readonly ofCustomer?: { readonly by: keyof Row<T>; readonly erased: UpdateObject<Tables, T, T> }
}

export const customerErasure = <T extends TicketTable>(erasure: CustomerErasure<T>): CustomerErasure<T> =>
  erasure

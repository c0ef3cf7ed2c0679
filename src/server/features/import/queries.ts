import {
  findImportedIds,
  hasImportedCustomers,
  importedIdOf,
  listImportedCustomers,
} from '#server/features/imported-customers/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { listRuns } from './spreadsheet-store.ts'

export const listImports = query.imports.list.handler(({ context: { work } }) => listRuns(work))

export const checkCustomers = query.imports.checkCustomers.handler(async ({ input, context: { work } }) => {
  const ids = input.rows.map(importedIdOf)
  const here = await findImportedIds(work, ids)
  return { areHere: ids.map(id => here.has(id)) }
})

export const suggestCustomers = query.imports.suggestCustomers.handler(
  async ({ input: { name }, context: { work } }) => {
    const customers = name === '' ? [] : await listImportedCustomers(work, name)
    return { hasAny: customers.length > 0 || (await hasImportedCustomers(work)), customers }
  },
)

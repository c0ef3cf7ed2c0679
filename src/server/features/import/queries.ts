import { listEmailsInUse } from '#server/auth/accounts.ts'
import {
  findImportedIds,
  hasImportedCustomers,
  importedIdOf,
  listImportedCustomers,
} from '#server/features/imported-customers/store.ts'
import { hashUuid } from '#server/lib/hash-uuid.ts'
import { query } from '#server/rpc/procedures.ts'
import { findImportedKeys, listKnownRigs } from './imported-visits.ts'
import { listRuns } from './spreadsheet-store.ts'

export const listImports = query.imports.list.handler(({ context: { work } }) => listRuns(work))

export const checkCustomers = query.imports.checkCustomers.handler(async ({ input, context: { work } }) => {
  const ids = input.rows.map(importedIdOf)
  const here = await findImportedIds(work, ids)
  return { areHere: ids.map(id => here.has(id)) }
})

export const checkEmployees = query.imports.checkEmployees.handler(
  async ({ input: { emails }, context: { work, founders } }) => ({
    inUse: [
      ...(await listEmailsInUse(
        work,
        founders,
        emails.map(email => email.toLowerCase()),
      )),
    ],
  }),
)

export const checkVisits = query.imports.checkVisits.handler(async ({ input, context: { work } }) => {
  const here = await findImportedKeys(work, input.keys.map(hashUuid))
  const onFile = await listKnownRigs(work, input.vins)
  return { areHere: input.keys.map(key => here.has(hashUuid(key))), onFile: [...onFile.keys()] }
})

export const suggestCustomers = query.imports.suggestCustomers.handler(
  async ({ input: { name, vin }, context: { work } }) => {
    const customers = name === '' && vin === '' ? [] : await listImportedCustomers(work, name, vin)
    return { hasAny: customers.length > 0 || (await hasImportedCustomers(work)), customers }
  },
)

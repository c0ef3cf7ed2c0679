import { listEmailsInUse } from '#server/auth/accounts.ts'
import { findImportedIds, importedIdOf } from '#server/features/imported-customers/store.ts'
import { hashUuid } from '#server/lib/hash-uuid.ts'
import { procedure, query, runQuery } from '#server/rpc/procedures.ts'
import { takeHints, withinHints } from './hints.ts'
import { countImportedVisits, findImportedKeys, listKnownRigs } from './imported-visits.ts'
import { listRuns } from './spreadsheet-store.ts'

export const listImports = query.imports.list.handler(({ context: { work } }) => listRuns(work))

export const checkCustomers = query.imports.checkCustomers.handler(async ({ input, context: { work } }) => {
  const ids = input.rows.map(importedIdOf)
  const here = await findImportedIds(work, ids)
  return { areHere: ids.map(id => here.has(id)) }
})

export const checkEmployees = procedure.imports.checkEmployees.handler(async ({ input, context }) => {
  const emails = input.emails.map(email => email.toLowerCase())
  const hints = await takeHints(context, emails.length)
  return runQuery(context, async work => {
    const answered = await withinHints(work, { ...context, hints }, emails)
    return { inUse: [...(await listEmailsInUse(work, context.founders, answered))] }
  })
})

export const checkVisits = procedure.imports.checkVisits.handler(async ({ input, context }) => {
  const hints = await takeHints(context, input.vins.length)
  return runQuery(context, async work => {
    const here = await findImportedKeys(work, input.keys.map(hashUuid))
    const answered = await withinHints(work, { ...context, hints }, input.vins)
    const onFile = await listKnownRigs(work, answered)
    const visitsHere = await countImportedVisits(work, input.vins)
    return {
      visitsHere: input.vins.map(vin => visitsHere.get(vin) ?? 0),
      areHere: input.keys.map(key => here.has(hashUuid(key))),
      onFile: [...onFile.keys()],
      unanswered: input.vins.filter(vin => !answered.includes(vin)),
    }
  })
})

// The company's RVs with a component of some maker and model.

import { sql } from 'kysely'
import {
  type ComponentEntry,
  isInstalled,
  isOfModel,
  modelKey,
  readComponents,
} from '#domain/components/component.ts'
import { isFormerCustomer } from '#domain/customers/customer.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { isSharedVin } from '#domain/rigs/vin.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listRecords } from '#server/features/customers/company-customer-store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { query } from '#server/rpc/procedures.ts'

/** More than a shop calls about one bulletin. */
const MAX_FOUND = 1000

type Model = { readonly maker: string; readonly model: string }
type EntryUnderVin = ComponentEntry & { readonly vin: string }

const entriesOfComponents = statement(
  (_, { vins, ids }: { vins: readonly string[]; ids: readonly string[] }) =>
    sql<EntryUnderVin>`
      select *, null as warranty_until, null as plate_photo, false as is_shared, null as dispute
      from entries_of_components(${vins}::text[], ${ids}::uuid[]) order by entered_at, entry_id`,
)

/** The components that the company ever entered so, each with its VIN. */
async function listEntered(work: UnitOfWork, { maker, model }: Model) {
  const { rows } = await sql<{ vin: string; componentId: string }>`
    select * from components_of_model(${modelKey(maker)}, ${modelKey(model)}, ${MAX_FOUND + 1})`.execute(
    work.database,
  )
  return rows
}

type Visit = {
  readonly ticketId: number
  readonly vin: string
  readonly make: string
  readonly model: string
  readonly year: string
  readonly companyCustomerId: string | null
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  readonly email: string
}

/** The newest ticket under each VIN, and these. */
async function listVisits(work: UnitOfWork, vins: readonly string[], ticketIds: readonly number[]) {
  const { rows } = await sql<Visit>`
    select distinct on (vin, own_ticket)
           ticket_id, vin, make, model, year, company_customer_id, first_name, last_name, phone, email
    from (
      select *, case when ticket_id = any(${ticketIds}::integer[]) then ticket_id end as own_ticket from ticket
      where company_id = ${work.companyId}
        and (vin = any(${vins}::text[]) or ticket_id = any(${ticketIds}::integer[]))
    ) as visit
    order by vin, own_ticket, transitioned_at desc, ticket_id`.execute(work.database)
  return rows
}

async function findRigs(work: UnitOfWork, model: Model) {
  const entered = await listEntered(work, model)
  const listed = entered.slice(0, MAX_FOUND)
  const entries = await entriesOfComponents(work, {
    vins: [...new Set(listed.map(({ vin }) => vin))],
    ids: listed.map(({ componentId }) => componentId),
  }).execute()
  const vinOf = new Map(listed.map(({ vin, componentId }) => [componentId, vin]))
  const components = readComponents(entries).flatMap(component => {
    const vin = vinOf.get(component.componentId)
    return vin !== undefined && isInstalled(component) && isOfModel(component, model)
      ? [{ ...component, vin }]
      : []
  })
  // Under a text that is no VIN, each customer's RV has its own: that of the ticket on which it was entered.
  const ticketOf = ({ entries: own }: (typeof components)[number]) =>
    own.findLast(({ ticketId }) => ticketId !== null)?.ticketId ?? null
  const visits = await listVisits(
    work,
    components.flatMap(({ vin }) => (isSharedVin(vin) ? vin : [])),
    components.flatMap(component => (isSharedVin(component.vin) ? [] : (ticketOf(component) ?? []))),
  )
  const newest = new Map(visits.map(visit => [isSharedVin(visit.vin) ? visit.vin : visit.ticketId, visit]))
  const records = await listRecords(work, [
    ...new Set(visits.flatMap(({ companyCustomerId }) => companyCustomerId ?? [])),
  ])
  const found = components.flatMap(component => {
    const { vin } = component
    const visit = newest.get(isSharedVin(vin) ? vin : (ticketOf(component) ?? vin))
    if (visit === undefined) return []
    const record = records.get(visit.companyCustomerId ?? '')
    const { phone, email } = record ?? visit
    const customer = isFormerCustomer(visit)
      ? null
      : { customerId: record?.customerId ?? null, name: fullName(record ?? visit), phone, email }
    return { ...component, rig: rigName(visit), ticketId: visit.ticketId, customer }
  })
  return { found, isComplete: entered.length <= MAX_FOUND }
}

export const listRigsByComponent = query.components.listRigs.handler(async ({ input, context: { work } }) => {
  const { listsComponents: isOn } = await getPreferences(work)
  if (!isOn || modelKey(input.maker) === '') return { isOn, found: [], isComplete: true }
  return { isOn, ...(await findRigs(work, input)) }
})

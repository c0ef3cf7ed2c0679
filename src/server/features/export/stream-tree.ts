// Companies as the database tree that `npm run import` reads, one text in pieces. What the tree has no place for is under
// `rigwright`, beside `users`, by company and ticket.

import {
  EXPORT_GROUPS,
  type ExportContext,
  exportBeside,
  exportRig,
  exportTicket,
} from '#domain/export/export.ts'
import { isUuid } from '#domain/lib/uuid.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Database } from '#server/db/database.ts'
import { pagesOf, type RecordSet, writtenRow } from '#server/db/record-set.ts'
import { listTickets } from '#server/features/tickets/store.ts'
import { batchesOf } from '#server/lib/batches.ts'
import { type QueryContext, runQuery } from '#server/rpc/procedures.ts'
import { RECORD_SETS } from './declared-records.ts'
import {
  listCompanyIds,
  listCustomerIds,
  listCustomers,
  listLeft,
  listLog,
  listRigs,
  listTicketRecords,
  listVins,
  listVisits,
  type PoolRow,
  type VisitRow,
} from './pool-rows.ts'
import { listImported, listImportedLog } from './store.ts'
import { treeBillingText } from './stream-billing.ts'
import {
  detailsText,
  type ExportStart,
  employeesText,
  exportContextOf,
  idsInState,
  type Link,
  loadTickets,
  preferencesOf,
  startExport,
  streamTickets,
} from './stream-export.ts'

/** The groups of the specification. Completed work is under its rig; declined and closed tickets are not in it. */
const TREE_STATES = ['pending', 'active', 'approval', 'completed'] as const

/** Rigs or customers that are read at once. */
export const ROWS_PER_BATCH = 100
const LOG_ENTRIES_PER_BATCH = 1000

export type TreeOptions = {
  readonly database: Database
  /** All companies without it. */
  readonly companyId: string | null
  readonly now: Date
  /** What a path on this server is called: its full URL, the path itself, or the image's file in the export. */
  readonly link: Link
}

type CompanyExport = {
  readonly reader: QueryContext
  readonly context: ExportContext
  /** As JSON. */
  readonly preferences: string
  readonly ticketIds: Uint32Array
  readonly declinedIds: readonly number[]
  readonly closedIds: readonly number[]
}

/** An Error whose message is one sentence for the operator. */
export class ExportError extends Error {
  override readonly name = 'ExportError'
}

/** Reads as the company's owner: like a request, and through the same permissions. */
export const readerOf = ({ database, now }: TreeOptions, companyId: string): QueryContext => ({
  unitOfWorkServices: { database, publish: () => {} },
  execution: {
    actor: { kind: 'owner', id: companyId, name: 'Operator', companyId },
    now,
    timeZone: 'UTC',
  },
})

/** The companies to export, in order. Throws an ExportError without the one that was named. */
export async function findCompanies({ database, companyId }: TreeOptions): Promise<string[]> {
  const ids = companyId !== null && !isUuid(companyId) ? [] : await listCompanyIds(database, companyId)
  if (companyId !== null && ids.length === 0)
    throw new ExportError(`There is no company ${companyId}. npm run admin -- companies lists them.`)
  return ids
}

const comma = (index: number): string => (index === 0 ? '' : ',')

/** The tree in pieces. Without a change between, two exports are equal to the byte. */
export async function* streamTree(
  options: TreeOptions,
  companyIds: readonly string[],
): AsyncGenerator<string> {
  const companies = new Map<string, CompanyExport>()
  yield '{"users":{"companies":{'
  for (const [index, companyId] of companyIds.entries()) {
    const reader = readerOf(options, companyId)
    const start = await runQuery(reader, startExport)
    const context = exportContextOf(start, options.link)
    companies.set(companyId, {
      reader,
      context,
      preferences: JSON.stringify(preferencesOf(start)),
      ticketIds: Uint32Array.from(start.states, ({ ticketId }) => ticketId),
      declinedIds: idsInState(start, 'declined'),
      closedIds: idsInState(start, 'closed'),
    })
    const badges = (await runQuery(reader, work => listImported(work, 'company', [0]))).get(0)
    yield `${comma(index)}"${companyId}":{${detailsText(withBadges(start, badges), context)},${employeesText(start)}`
    yield ',"ticketManager":{'
    for (const [group, state] of TREE_STATES.entries()) {
      yield `${comma(group)}"${EXPORT_GROUPS[state]}":{`
      yield* streamTickets(reader, idsInState(start, state), ({ ticket }) => exportTicket(ticket, context))
      yield '}'
    }
    yield '}}'
  }
  const customerIds = await listCustomerIds(options.database, options.companyId)
  const pool = new PoolExport(options, companies, new Set(customerIds))
  yield '},"RVPool":{'
  yield* pool.stream()
  yield '},"customers":{'
  let isFirst = true
  for (const ids of batchesOf(customerIds, ROWS_PER_BATCH)) {
    const customers = await listCustomers(options.database, ids)
    for (const { customerUuid, customerDetails } of customers) {
      yield `${isFirst ? '' : ','}"${customerUuid}":${JSON.stringify({ customerDetails })}`
      isFirst = false
    }
  }
  yield '}},"rigwright":{"companies":{'
  for (const [index, [companyId, company]] of [...companies].entries()) {
    yield `${comma(index)}"${companyId}":`
    yield* streamBeside(options.database, companyId, company, pool.displaced(companyId))
  }
  yield '}}}\n'
}

/** The company with the badges that it said it had where it came from: they count for nothing here. */
function withBadges(start: ExportStart, imported: unknown): ExportStart {
  const { trusted = false, verified = false } = (imported ?? {}) as Partial<Record<string, boolean>>
  const { company } = start
  const { companySettings: own } = company
  const companySettings = { ...own, trusted: own.trusted || trusted, verified: own.verified || verified }
  return { ...start, company: { ...company, companySettings } }
}

/** The rigs with their visits. A ticket's id is unique within its company only, and a rig's history has it once. */
class PoolExport {
  readonly #options: TreeOptions
  readonly #companies: ReadonlyMap<string, CompanyExport>
  readonly #customerIds: ReadonlySet<string>
  /** By company: the visits whose id another company's visit to the same rig has. */
  readonly #displaced = new Map<string, number[]>()

  constructor(
    options: TreeOptions,
    companies: ReadonlyMap<string, CompanyExport>,
    customerIds: ReadonlySet<string>,
  ) {
    this.#options = options
    this.#companies = companies
    this.#customerIds = customerIds
  }

  displaced(companyId: string): readonly number[] {
    return this.#displaced.get(companyId) ?? []
  }

  async *stream(): AsyncGenerator<string> {
    const { database, companyId } = this.#options
    let isFirst = true
    for (const vins of batchesOf(await listVins(database, companyId), ROWS_PER_BATCH)) {
      const rigs = await listRigs(database, vins, companyId)
      const visits = await this.#loadVisits(await this.#listVisits(vins))
      for (const vin of vins) {
        const ofRig = visits.filter(visit => visit.vin === vin)
        const rig = rigs.get(vin) ?? ofRig[0]?.rig
        if (rig === undefined) continue
        const workHistory = Object.fromEntries(ofRig.map(({ ticketId, exported }) => [ticketId, exported]))
        const entry = { ...this.#exportRig(rig), workHistory }
        yield `${isFirst ? '' : ','}${JSON.stringify(vin)}:${JSON.stringify(entry)}`
        isFirst = false
      }
    }
  }

  /** The rig, of a customer or company that is exported too. */
  #exportRig({ customerUuid, assigned, ...rig }: PoolRow) {
    const isNamed = assigned ? this.#customerIds.has(customerUuid) : this.#companies.has(customerUuid)
    const customerUUID = isNamed ? customerUuid : null
    return exportRig({ ...rig, customerUUID, assigned: assigned && isNamed }, this.#options)
  }

  /** Those of the companies that are exported. */
  async #listVisits(vins: readonly string[]): Promise<VisitRow[]> {
    const { database, companyId } = this.#options
    const listed = new Set<string>()
    return (await listVisits(database, vins, companyId)).filter(({ vin, companyId: visitor, ticketId }) => {
      if (!this.#companies.has(visitor)) return false
      const key = `${vin} ${ticketId}`
      const isDisplaced = listed.has(key)
      if (isDisplaced) this.#displaced.set(visitor, [...this.displaced(visitor), ticketId])
      listed.add(key)
      return !isDisplaced
    })
  }

  async #loadVisits(visits: readonly VisitRow[]) {
    const loaded: { vin: string; ticketId: number; rig: PoolRow; exported: object }[] = []
    for (const [companyId, { reader, context }] of this.#companies) {
      const ofCompany = visits.filter(visit => visit.companyId === companyId)
      if (ofCompany.length === 0) continue
      const vinOf = new Map(ofCompany.map(({ vin, ticketId }) => [ticketId, vin]))
      for (const ticket of await runQuery(reader, work => listTickets(work, [...vinOf.keys()]))) {
        const { ticketId, customerRV } = ticket
        const vin = vinOf.get(ticketId) ?? customerRV.vin
        const rig = { ...customerRV, vin, customerUuid: companyId, assigned: false }
        loaded.push({ vin, ticketId, rig, exported: exportVisit(ticket, companyId, context) })
      }
    }
    return loaded
  }
}

const exportVisit = (ticket: Ticket, companyUUID: string, context: ExportContext) => ({
  ...exportTicket(ticket, context),
  companyUUID,
})

/** What the company has that the tree has no place for. */
async function* streamBeside(
  database: Database,
  companyId: string,
  { reader, context, preferences, ticketIds, declinedIds, closedIds }: CompanyExport,
  displaced: readonly number[],
): AsyncGenerator<string> {
  const left = JSON.stringify(await listLeft(database, companyId))
  yield `{"preferences":${preferences},"formerEmployees":${left},"${EXPORT_GROUPS.declined}":{`
  yield* streamTickets(reader, declinedIds, ({ ticket }) => exportTicket(ticket, context))
  if (closedIds.length > 0) {
    yield `},"${EXPORT_GROUPS.closed}":{`
    yield* streamTickets(reader, closedIds, ({ ticket }) => exportTicket(ticket, context))
  }
  yield `},"${EXPORT_GROUPS.recorded}":{`
  yield* streamTickets(reader, displaced, ({ ticket }) => exportVisit(ticket, companyId, context))
  yield '},"tickets":{'
  let isFirst = true
  for (const ids of batchesOf([...ticketIds], ROWS_PER_BATCH)) {
    const { loaded, fromImport } = await runQuery(reader, async work => ({
      loaded: await loadTickets(work, ids),
      fromImport: await listImported(work, 'ticket', ids),
    }))
    const records = await listTicketRecords(database, companyId, ids)
    for (const each of loaded) {
      const { ticketId } = each.ticket
      const record = records.get(ticketId)
      const { customerUuid = null, companyCustomerId = null, review = null, importedAt = null } = record ?? {}
      const fromFile = fromImport.get(ticketId) as Readonly<Record<string, unknown>> | undefined
      // A visit that was its company's own where it came from is so again where it goes.
      const imported = fromFile === undefined ? importedAt?.getTime() : fromFile.imported
      const beside = exportBeside(
        { ...each, customerUuid, companyCustomerId, review, imported },
        fromFile ?? {},
        context,
      )
      yield `${isFirst ? '' : ','}"${ticketId}":${JSON.stringify(beside)}`
      isFirst = false
    }
  }
  yield '}'
  yield await treeBillingText(reader)
  for (const set of RECORD_SETS) yield* streamRecords(reader, set)
  yield ',"log":{'
  yield* streamLog(database, companyId, reader)
  yield '}}'
}

/** `,"name":{"id":{…},"id":{…}}`, nothing without rows. Those of a list without ids are counted. */
async function* streamRecords(reader: QueryContext, set: RecordSet): AsyncGenerator<string> {
  let count = 0
  for await (const page of pagesOf(task => runQuery(reader, task), set))
    for (const row of page) {
      count += 1
      const key = set.id === null ? count : row[set.id]
      yield `${count === 1 ? `,"${set.name}":{` : ','}"${key}":${JSON.stringify(writtenRow(set, row))}`
    }
  if (count > 0) yield '}'
}

/** What the company imported of its log, and what happened since. */
async function* streamLog(
  database: Database,
  companyId: string,
  reader: QueryContext,
): AsyncGenerator<string> {
  let position = 0
  for (;;) {
    const page = await runQuery(reader, work => listImportedLog(work, position, LOG_ENTRIES_PER_BATCH))
    for (const { content } of page) {
      position += 1
      yield `${comma(position - 1)}"${position}":${JSON.stringify(content)}`
    }
    if (page.length < LOG_ENTRIES_PER_BATCH) break
  }
  let after = { version: 0, seq: 0 }
  for (;;) {
    const page = await listLog(database, companyId, after, LOG_ENTRIES_PER_BATCH)
    for (const { version, seq, at, ...entry } of page) {
      position += 1
      after = { version, seq }
      yield `${comma(position - 1)}"${position}":${JSON.stringify({ at: at.getTime(), ...entry })}`
    }
    if (page.length < LOG_ENTRIES_PER_BATCH) break
  }
}

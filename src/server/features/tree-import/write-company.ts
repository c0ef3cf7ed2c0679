// Writes a company of a tree, with all that comes with it, in one transaction.

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Owner } from '#domain/account/actor.ts'
import { DEFAULT_PREFERENCES } from '#domain/preferences/preferences.ts'
import { isSharedVin } from '#domain/rigs/vin.ts'
import { fullName, nameOnTicket } from '#domain/tickets/assignment.ts'
import { type RecordedTicket, type Ticket, wasNeverAccepted } from '#domain/tickets/ticket.ts'
import type { TreeRig } from '#domain/tree-import/tree-rig.ts'
import { type HistoryEntry, toHistoryEntry } from '#domain/work-history/history-entry.ts'
import { addAccount } from '#server/auth/accounts.ts'
import { toCustomerColumns } from '#server/db/customer-columns.ts'
import type { Database } from '#server/db/database.ts'
import type { ReadRecord, RecordSet } from '#server/db/record-set.ts'
import { runInTransaction, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { assignExemptions } from '#server/features/billing/exemption-store.ts'
import { addSessions } from '#server/features/clocks/store.ts'
import { addCompany, saveCompanyImage } from '#server/features/companies/store.ts'
import { forgetMissingCustomers } from '#server/features/customers/company-customer-store.ts'
import { checkMerges } from '#server/features/customers/merge-store.ts'
import { addEmployee } from '#server/features/employees/store.ts'
import { addImportedRecords } from '#server/features/export/store.ts'
import { insertPhotos } from '#server/features/photos/store.ts'
import { savePreferences } from '#server/features/preferences/store.ts'
import { addOwnRigs } from '#server/features/rigs/store.ts'
import { insertTickets } from '#server/features/tickets/new-ticket-store.ts'
import { addEntries } from '#server/features/work-history/store.ts'
import { batchesOf, ROWS_PER_STATEMENT } from '#server/lib/batches.ts'
import type { ImportedAccount } from './account-file.ts'
import { addBilling, writeRecords } from './billing-store.ts'
import { type CompanyHead, type Content, readContents } from './company-contents.ts'
import type { ImageStorage } from './image-storage.ts'
import { addItems, addRun, analyzeTables, type NewRun, saveCustomersOfTickets } from './import-store.ts'
import { hashOf, NumberMap } from './number-map.ts'
import type { SourceCompany, SourceTree } from './source-tree.ts'
import { treeId } from './tree-id.ts'

export type WriteContext = {
  readonly database: Database
  readonly tree: SourceTree
  readonly accounts: ReadonlyMap<string, ImportedAccount> | null
  readonly now: Date
  readonly run: NewRun
  readonly images: ImageStorage
  /** Called with the rows written so far of this company. */
  readonly onRows: (rows: number) => void
}

const ROWS_PER_BATCH = 100
/** Enough for PostgreSQL to prefer an index; ten times as many the next time. */
const ROWS_BEFORE_ANALYSIS = 1000

export function writeCompany(context: WriteContext, source: SourceCompany, head: CompanyHead): Promise<void> {
  const { companyUUID: companyId, companyName, timeZone } = head.company
  const actor: Owner = { kind: 'owner', id: companyId, name: companyName, companyId }
  const execution = { actor, actorKey: null, now: context.now, timeZone }
  // Running servers read the change log every few seconds.
  const services = { database: context.database, publish: () => {} }
  return runInTransaction(services, execution, 'command', async work => {
    // Customers of other companies are out of reach of the role that requests have.
    await sql`select set_config('role', 'none', true)`.execute(work.database)
    await addHead(work, source.uid, head, context.accounts)
    addRun(work, context.run)
    await context.images.storeLogo(head.company, url => saveCompanyImage(work, url))
    await new CompanyWriter(work, context, head).writeAll(
      readContents(context.tree, source, head, context.now, () => {}),
    )
    work.recordChange({ kind: 'company', id: companyId, verb: 'company.bring-along', card: null })
    await addItems(work, context.run.importId)
  })
}

/** The company and its employees, each with an account. */
async function addHead(
  work: UnitOfWork,
  uid: string,
  { company, employees, left, choices, billing }: CompanyHead,
  accounts: WriteContext['accounts'],
): Promise<void> {
  const { companyUUID, companyName, email, companySettings, image: _, badges, ...details } = company
  const passwordOf = (key: string) => accounts?.get(key)?.passwordHash ?? null
  await addAccount(work, { id: companyUUID, name: companyName, email, passwordHash: passwordOf(uid) })
  await addCompany(work, {
    ...details,
    companyUUID,
    companyName,
    email,
    imageURL: null,
    registeredAt: work.now,
    month: null,
    suspension: null,
    closesAt: null,
    deletedAt: null,
    approvalTolerance: choices.approvalTolerance,
    ownerNameAsked: false,
    companySettings,
  })
  for (const [key, employee] of employees) {
    const { id, email: address } = employee
    await addAccount(work, { id, name: fullName(employee), email: address, passwordHash: passwordOf(key) })
    addEmployee(work, employee)
    const leftAt = left.get(key)
    if (leftAt !== undefined) work.save('employee', { employeeId: id }, { deactivatedAt: leftAt })
  }
  if (!isDeepStrictEqual(choices.preferences, DEFAULT_PREFERENCES)) savePreferences(work, choices.preferences)
  if (billing !== null) {
    const writers = billing.corrections.flatMap(key => employees.get(key)?.id ?? [])
    addBilling(work, billing, writers)
  }
  if (badges.trusted || badges.verified)
    await addImportedRecords(work, [{ kind: 'company', position: 0, content: badges }])
}

/** For a rig whose company or customer the file does not have. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

type PooledRig = Omit<TreeRig, 'customerUUID' | 'isOfNobody'> & { readonly customerUuid: string }

type TicketContent = Extract<Content, { kind: 'ticket' }>

class CompanyWriter {
  readonly #work: UnitOfWork
  readonly #context: WriteContext
  /** The hash of a customer’s email by that of their uid. */
  readonly #emails = new NumberMap()
  #rigs: PooledRig[] = []
  #customers: Extract<Content, { kind: 'customer' }>[] = []
  #tickets: TicketContent[] = []
  #records: ReadRecord[] = []
  /** The sets that had any. */
  readonly #sets = new Set<RecordSet>()
  #log: unknown[] = []
  #logged = 0
  #rows = 0
  /** Tickets, and rows of record sets. */
  #keyedRows = 0
  #nextAnalysis = ROWS_BEFORE_ANALYSIS

  /** Of the company's people, by their ids. */
  readonly #names: ReadonlyMap<string, string>

  constructor(work: UnitOfWork, context: WriteContext, { employees }: CompanyHead) {
    this.#work = work
    this.#context = context
    this.#names = new Map([...employees.values()].map(person => [person.id, fullName(person)]))
  }

  async writeAll(contents: AsyncIterable<Content>): Promise<void> {
    for await (const content of contents) {
      if (content.kind === 'rig') this.#addRig(content)
      else if (content.kind === 'customer') {
        this.#customers.push(content)
        this.#emails.set(hashOf(content.uid), hashOf(content.customer.email))
      } else if (content.kind === 'ticket') this.#tickets.push(content)
      else if (content.kind === 'record') this.#records.push(content.record)
      else this.#log.push(content.entry)
      this.#rows += 1
      if (this.#rows % ROWS_PER_BATCH === 0) await this.#flush()
    }
    await this.#flush()
    for (const set of this.#sets) await set.whenWritten?.(this.#work)
    await checkMerges(this.#work)
    await forgetMissingCustomers(this.#work)
    await assignExemptions(this.#work)
  }

  #addRig({ rig, customerUid, adderUid }: Extract<Content, { kind: 'rig' }>): void {
    const { customerUUID: _, isOfNobody, ...details } = rig
    const assigned = customerUid !== null
    const uid = customerUid ?? adderUid
    const unknown = isOfNobody ? NOBODY : this.#work.companyId
    const customerUuid = uid === null ? unknown : treeId(uid)
    this.#rigs.push({ ...details, assigned, customerUuid })
  }

  async #flush(): Promise<void> {
    const [rigs, customers, tickets, records] = [this.#rigs, this.#customers, this.#tickets, this.#records]
    this.#rigs = []
    this.#customers = []
    this.#tickets = []
    this.#records = []
    await this.#writeRigs(rigs)
    await this.#writeCustomers(customers)
    await this.#writeTickets(tickets)
    writeRecords(this.#work, records)
    for (const { set } of records) this.#sets.add(set)
    await this.#writeLog()
    this.#keyedRows += tickets.length + records.length
    if (this.#keyedRows >= this.#nextAnalysis) {
      this.#nextAnalysis *= 10
      await analyzeTables(this.#work)
    }
    this.#context.onRows(this.#rows)
  }

  /** Adds those that nobody has added yet. Under a text that is no VIN, the company has its own. */
  async #writeRigs(all: readonly PooledRig[]) {
    addOwnRigs(
      this.#work,
      all.filter(({ vin }) => !isSharedVin(vin)),
    )
    const rigs = all.filter(({ vin }) => isSharedVin(vin))
    if (rigs.length === 0) return
    const { now: addedAt, database } = this.#work
    const added = await database
      .insertInto('rig')
      .values(rigs.map(rig => ({ ...rig, addedAt })))
      .onConflict(same => same.doNothing())
      .returning('vin')
      .execute()
    await addItems(this.#work, this.#context.run.importId, {
      kind: 'rig',
      ids: added.map(({ vin }) => vin),
    })
  }

  async #writeCustomers(customers: readonly Extract<Content, { kind: 'customer' }>[]): Promise<void> {
    if (customers.length === 0) return
    const added = await this.#work.database
      .insertInto('customer')
      .values(
        customers.map(({ uid, customer }) => ({ customerUuid: treeId(uid), ...toCustomerColumns(customer) })),
      )
      .onConflict(same => same.doNothing())
      .returning('customerUuid')
      .execute()
    await addItems(this.#work, this.#context.run.importId, {
      kind: 'customer',
      ids: added.map(({ customerUuid }) => customerUuid),
    })
  }

  async #writeTickets(read: readonly TicketContent[]): Promise<void> {
    if (read.length === 0) return
    const work = this.#work
    const withImages = []
    for (const each of read) withImages.push(await this.#context.images.store(work.companyId, each))
    const tickets = withImages.map(({ ticket }) => ticket)
    const customerIds = new Map(
      read.flatMap(({ ticket: { ticketId }, additions: { customerId } }) =>
        customerId === null ? [] : [[ticketId, customerId] as const],
      ),
    )
    // The same import again makes the same customers.
    const idOf = (ticketId: number) => treeId(`${work.companyId}/customers/${ticketId}`)
    await insertTickets(work, tickets, customerIds, idOf)
    for (const { ticket, photos } of withImages)
      for (const [jobNumber, ofJob] of photos) await insertPhotos(work, ticket.ticketId, jobNumber, ofJob)
    const sessions = tickets.flatMap(({ ticketId, jobs }) =>
      jobs.flatMap(({ jobNumber, sessions: ofJob }) =>
        ofJob.map(session => ({ ticketId, jobNumber, ...session, isLate: false })),
      ),
    )
    for (const some of batchesOf(sessions, ROWS_PER_STATEMENT)) addSessions(work, some)
    const recorded = tickets.filter(ticket => ticket.state === 'recorded')
    if (recorded.length > 0) await addEntries(work, recorded, work.now, this.#entryOf)
    await this.#writeServedCustomers(read)
    await this.#writeRigsOf(tickets)
    await addImportedRecords(
      work,
      read.flatMap(({ ticket: { ticketId }, additions: { imported } }) =>
        imported === null ? [] : [{ kind: 'ticket' as const, position: ticketId, content: imported }],
      ),
    )
  }

  /** A visit of the tree may name its technician without a day. */
  readonly #entryOf = (ticket: RecordedTicket): HistoryEntry => {
    const { assignedTechnician } = ticket
    const entry = toHistoryEntry(ticket)
    if (assignedTechnician === null || nameOnTicket(ticket, assignedTechnician) !== null) return entry
    return { ...entry, technician: this.#names.get(assignedTechnician) ?? entry.technician }
  }

  async #writeLog(): Promise<void> {
    const entries = this.#log
    this.#log = []
    await addImportedRecords(
      this.#work,
      entries.map((content, index) => ({ kind: 'log', position: this.#logged + index + 1, content })),
    )
    this.#logged += entries.length
  }

  async #writeServedCustomers(read: readonly TicketContent[]): Promise<void> {
    const served = this.#servedCustomers(read)
    if (served.length > 0) await saveCustomersOfTickets(this.#work, served)
  }

  /** Which customers these were of: as the file says, else a visit’s is its rig’s customer with the same email. */
  #servedCustomers(read: readonly TicketContent[]) {
    return read.flatMap(({ ticket, rigCustomerUid: uid, additions: { customerUid, imported } }) => {
      const { ticketId, state, customerDetails } = ticket
      if (imported !== null)
        return customerUid === '' ? [] : [{ ticketId, customerUuid: treeId(customerUid) }]
      const { email } = customerDetails
      const isTheirs =
        state === 'recorded' &&
        uid !== null &&
        email !== '' &&
        this.#emails.get(hashOf(uid)) === hashOf(email)
      if (!isTheirs) return []
      return [{ ticketId, customerUuid: treeId(uid) }]
    })
  }

  /** The rig of a ticket that was ever worked on is on file, even if the pool does not have it. */
  #writeRigsOf(tickets: readonly Ticket[]): Promise<void> {
    const rigs = new Map(
      tickets
        .filter(ticket => !wasNeverAccepted(ticket))
        .map(({ customerRV: { rvImage: _, ...rig } }) => rig)
        .filter(({ vin }) => vin !== '')
        .map(rig => [rig.vin, { ...rig, assigned: false, customerUuid: this.#work.companyId }]),
    )
    return this.#writeRigs([...rigs.values()])
  }
}

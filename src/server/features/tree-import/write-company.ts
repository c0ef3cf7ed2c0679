// Writes a company of a tree, with all that comes with it, in one transaction.

import { sql } from 'kysely'
import type { Owner } from '#domain/account/actor.ts'
import { DEFAULT_APPROVAL_TOLERANCE } from '#domain/companies/company.ts'
import type { TreeRig } from '#domain/import/tree-rig.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import { toHistoryEntry } from '#domain/work-history/history-entry.ts'
import { addAccount } from '#server/auth/accounts.ts'
import type { Database } from '#server/db/database.ts'
import { runInTransaction, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { addSessions } from '#server/features/clocks/store.ts'
import { addCompany } from '#server/features/companies/store.ts'
import { addEmployee } from '#server/features/employees/store.ts'
import { insertTickets } from '#server/features/tickets/store.ts'
import { addEntries } from '#server/features/work-history/store.ts'
import type { ImportedAccount } from './account-file.ts'
import { type CompanyHead, type Content, readContents } from './company-contents.ts'
import { addItems, addRun, type NewRun } from './import-store.ts'
import type { SourceCompany, SourceTree } from './source-tree.ts'
import { treeId } from './tree-id.ts'

export type WriteContext = {
  readonly database: Database
  readonly tree: SourceTree
  readonly accounts: ReadonlyMap<string, ImportedAccount> | null
  readonly now: Date
  readonly run: NewRun
  /** Called with the rows written so far of this company. */
  readonly onRows: (rows: number) => void
}

const ROWS_PER_BATCH = 100

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
    await addRun(work, context.run)
    await new CompanyWriter(work, context).writeAll(
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
  { company, employees }: CompanyHead,
  accounts: WriteContext['accounts'],
): Promise<void> {
  const { companyUUID, companyName, email, companySettings, ...details } = company
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
    approvalTolerance: DEFAULT_APPROVAL_TOLERANCE,
    ownerNameAsked: false,
    companySettings,
  })
  for (const [key, employee] of employees) {
    const { id, email: address } = employee
    await addAccount(work, { id, name: fullName(employee), email: address, passwordHash: passwordOf(key) })
    await addEmployee(work, employee)
  }
}

class CompanyWriter {
  readonly #work: UnitOfWork
  readonly #context: WriteContext
  /** Of the company's rigs that are assigned: the customer's key by VIN. */
  readonly #customerOfRig = new Map<string, string>()
  readonly #emails = new Map<string, string>()
  #rigs: TreeRig[] = []
  #customers: Extract<Content, { kind: 'customer' }>[] = []
  #tickets: Ticket[] = []
  #rows = 0

  constructor(work: UnitOfWork, context: WriteContext) {
    this.#work = work
    this.#context = context
  }

  async writeAll(contents: AsyncIterable<Content>): Promise<void> {
    for await (const content of contents) {
      if (content.kind === 'rig') this.#addRig(content)
      else if (content.kind === 'customer') {
        this.#customers.push(content)
        this.#emails.set(content.uid, content.customer.email)
      } else this.#tickets.push(content.ticket)
      this.#rows += 1
      if (this.#rows % ROWS_PER_BATCH === 0) await this.#flush()
    }
    await this.#flush()
  }

  #addRig({ rig, customerUid }: Extract<Content, { kind: 'rig' }>): void {
    this.#rigs.push({ ...rig, assigned: customerUid !== null, customerUUID: customerUid ?? '' })
    if (customerUid !== null) this.#customerOfRig.set(rig.vin, customerUid)
  }

  async #flush(): Promise<void> {
    const [rigs, customers, tickets] = [this.#rigs, this.#customers, this.#tickets]
    this.#rigs = []
    this.#customers = []
    this.#tickets = []
    await this.#writeRigs(
      rigs.map(({ customerUUID, assigned, ...rig }) => ({
        ...rig,
        assigned,
        customerUuid: assigned ? treeId(customerUUID) : this.#work.companyId,
      })),
    )
    await this.#writeCustomers(customers)
    await this.#writeTickets(tickets)
    this.#context.onRows(this.#rows)
  }

  /** Adds those that nobody has added yet. */
  async #writeRigs(rigs: readonly (Omit<TreeRig, 'customerUUID'> & { customerUuid: string })[]) {
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
        customers.map(({ uid, customer: { coordinates, ...customer } }) => ({
          customerUuid: treeId(uid),
          ...customer,
          latitude: coordinates?.latitude ?? null,
          longitude: coordinates?.longitude ?? null,
        })),
      )
      .onConflict(same => same.doNothing())
      .returning('customerUuid')
      .execute()
    await addItems(this.#work, this.#context.run.importId, {
      kind: 'customer',
      ids: added.map(({ customerUuid }) => customerUuid),
    })
  }

  async #writeTickets(tickets: readonly Ticket[]): Promise<void> {
    if (tickets.length === 0) return
    const work = this.#work
    insertTickets(work, tickets)
    const sessions = tickets.flatMap(({ ticketId, jobs }) =>
      jobs.flatMap(({ jobNumber, sessions: ofJob }) =>
        ofJob.map(session => ({ ticketId, jobNumber, ...session, isLate: false })),
      ),
    )
    for (let start = 0; start < sessions.length; start += 1000)
      addSessions(work, sessions.slice(start, start + 1000))
    const entries = tickets.flatMap(ticket => (ticket.state === 'recorded' ? [toHistoryEntry(ticket)] : []))
    if (entries.length > 0) await addEntries(work, entries, work.now)
    for (const { ticketId, customerUuid } of this.#servedCustomers(tickets))
      work.write(work.update('ticket').set({ customerUuid }).where('ticketId', '=', ticketId))
    await this.#writeRigsOf(tickets)
  }

  /** Which customers' visits these were: those of a rig's customer have the same email. */
  #servedCustomers(tickets: readonly Ticket[]) {
    return tickets.flatMap(({ ticketId, state, customerDetails: { email }, customerRV: { vin } }) => {
      const uid = this.#customerOfRig.get(vin)
      if (state !== 'recorded' || uid === undefined || email === '' || this.#emails.get(uid) !== email)
        return []
      return [{ ticketId, customerUuid: treeId(uid) }]
    })
  }

  /** A ticket's rig is on file, even if the pool does not have it. */
  #writeRigsOf(tickets: readonly Ticket[]): Promise<void> {
    const rigs = new Map(
      tickets
        .map(({ customerRV: { rvImage: _, ...rig } }) => rig)
        .filter(({ vin }) => vin !== '')
        .map(rig => [rig.vin, { ...rig, assigned: false, customerUuid: this.#work.companyId }]),
    )
    return this.#writeRigs([...rigs.values()])
  }
}

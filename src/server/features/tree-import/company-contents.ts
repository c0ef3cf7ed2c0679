// Everything of one company of a tree, read as what it becomes here. It is read twice: for the report, and to be
// written; both times it gives the same.

import type { Employee } from '#domain/employees/employee.ts'
import type { CustomerRV } from '#domain/rigs/rig.ts'
import { MAX_TICKET_ID, MIN_TICKET_ID, STATES, type State } from '#domain/tickets/ticket.ts'
import { SessionCalendar } from '#domain/tree-import/session-calendar.ts'
import { readChoices, readLeft, type TreeChoices } from '#domain/tree-import/tree-beside.ts'
import { readCompany, readEmployees, type TreeCompany } from '#domain/tree-import/tree-company.ts'
import { type Finding, TreeNode } from '#domain/tree-import/tree-node.ts'
import { readCustomerDetails, readRig, type TreeRig } from '#domain/tree-import/tree-rig.ts'
import {
  readTicket,
  readTicketId,
  type TicketContext,
  type TreeTicket,
} from '#domain/tree-import/tree-ticket.ts'
import type { ReadRecord } from '#server/db/record-set.ts'
import { RECORD_SETS } from '#server/features/export/declared-records.ts'
import { timeZoneAt } from '#server/geocoding/time-zone.ts'
import type { ImportedAccount } from './account-file.ts'
import { treeChecks } from './checks.ts'
import { hashOf, NumberMap } from './number-map.ts'
import { BillingChecks, readBilling, type TreeBilling } from './read-billing.ts'
import { HelperChecks } from './read-helpers.ts'
import { PurchaseOrderChecks } from './read-purchase-orders.ts'
import { RecordReader } from './read-records.ts'
import { ServiceBayChecks } from './read-service-bays.ts'
import { ShopTimeChecks } from './read-shop-time.ts'
import { StockChecks } from './read-stock.ts'
import type {
  BesideLine,
  CustomerLine,
  IdLine,
  RigLine,
  SourceCompany,
  SourceTree,
  TicketLine,
  VisitLine,
} from './source-tree.ts'
import { treeId } from './tree-id.ts'

type Report = (finding: Finding) => void

export type ReadOptions = {
  /** By their ids there; null without a file of accounts. */
  readonly accounts: ReadonlyMap<string, ImportedAccount> | null
  /** For companies without coordinates. */
  readonly serverTimeZone: string
  readonly now: Date
}

export type CompanyHead = {
  readonly company: TreeCompany & { readonly timeZone: string }
  /** By their keys in the tree. */
  readonly employees: ReadonlyMap<string, Employee>
  /** When those who have left did, by their keys. */
  readonly left: ReadonlyMap<string, Date>
  readonly choices: TreeChoices
  /** Null for a company that never turned billing on. */
  readonly billing: TreeBilling | null
}

/** The company with its people; null with a report if it cannot be imported. */
export async function readHead(
  { uid, path, head, beside, employees }: SourceCompany,
  { accounts, serverTimeZone, now }: ReadOptions,
  report: Report,
): Promise<CompanyHead | null> {
  const context = { checks: treeChecks, idOf: treeId, now }
  const node = new TreeNode(path, head, report)
  const account = accounts?.get(uid)
  if (accounts !== null && account === undefined)
    return node.skip('There is no account with an email for this company; it was left out.')
  const company = readCompany(node, uid, context)
  if (company === null) return null
  if (account?.isDisabled)
    return node.skip(`The account of ${company.companyName}’s owner is disabled: this company was left out.`)
  const email = account?.email ?? company.email
  if (email === '') return node.skip('Nobody could log in to this company: it has no email. It was left out.')
  if (account !== undefined && company.email !== '' && company.email !== email)
    node.child('companyDetails').child('email').fix(`The account’s email is ${email}; took that.`, email)
  const ownPart = new TreeNode(`rigwright/companies/${uid}`, beside, report)
  const people = new TreeNode(`${path}/Employees`, employees, report)
  const left = new Map([
    ...disabledEmployees(people, accounts, now),
    ...readLeft(ownPart.child('formerEmployees'), context),
  ])
  for (const { key, node: person } of [{ key: uid, node }, ...people.entries()])
    if (accounts?.get(key)?.hasSecondFactor)
      person.fix('The second factor of this account is not imported; it has to be set up again.', null)
  const located = company.coordinates === null ? null : await timeZoneAt(company.coordinates)
  return {
    company: { ...company, email, timeZone: company.timeZone ?? located ?? serverTimeZone },
    employees: readEmployees(people, uid, context, key => accounts?.get(key)?.email),
    left,
    choices: readChoices(ownPart.child('preferences'), treeChecks),
    billing: readBilling(ownPart.child('billing'), now),
  }
}

/** When employees with a disabled account left: their account file does not say, so it is now. */
const disabledEmployees = (
  people: TreeNode,
  accounts: ReadOptions['accounts'],
  now: Date,
): [string, Date][] =>
  people
    .entries()
    .filter(({ key }) => accounts?.get(key)?.isDisabled)
    .map(({ key, node }) => [
      key,
      node.fix('This account is disabled: the employee arrives deactivated.', now),
    ])

export type Content =
  | {
      readonly kind: 'rig'
      readonly rig: TreeRig
      readonly customerUid: string | null
      /** Of the company that added it; null if the tree does not have that. */
      readonly adderUid: string | null
    }
  | {
      readonly kind: 'customer'
      readonly uid: string
      readonly customer: ReturnType<typeof readCustomerDetails>
    }
  | ({
      readonly kind: 'ticket'
      /** Of a visit: whose its rig is. */
      readonly rigCustomerUid: string | null
    } & TreeTicket)
  /** An invoice, a payment or another row of a record set. */
  | { readonly kind: 'record'; readonly record: ReadRecord }
  /** An entry of the log of our own exports. */
  | { readonly kind: 'log'; readonly entry: unknown }

/** What became of a ticket's id; 0 if it is not imported. */
const [TICKET, VISIT] = [1, 2]

type TicketOrigin = {
  readonly state: State
  readonly pooled: CustomerRV | null
  readonly rigCustomerUid: string | null
}

/** The rigs, customers, tickets, billing and log of a company, in this order. */
export async function* readContents(
  { spool, companies }: SourceTree,
  source: SourceCompany,
  { company, employees, billing }: CompanyHead,
  now: Date,
  report: Report,
): AsyncGenerator<Content> {
  const { index, uid } = source
  const nodeOf = ({ path, value }: { readonly path: string; readonly value: unknown }) =>
    new TreeNode(path, value, report)
  for await (const line of spool.read<RigLine>(`${index}.rigs`)) {
    const node = nodeOf(line)
    const rig = readRig(node, line.key, treeChecks)
    if (rig === null) continue
    const adder = companies.find(({ uid: other }) => other === rig.customerUUID)
    if (rig.assigned && !line.hasCustomer)
      node.child('customerUUID').fix('The tree has no such customer; the rig is assigned to nobody.', null)
    yield {
      kind: 'rig',
      rig,
      customerUid: rig.assigned && line.hasCustomer ? rig.customerUUID : null,
      adderUid: adder?.uid ?? null,
    }
  }
  for await (const line of spool.read<CustomerLine>(`${index}.customers`)) {
    const node = nodeOf(line)
    const details = node.child('customerDetails')
    if (details.isMissing) node.skip('This customer has no details.')
    else yield { kind: 'customer', uid: line.uid, customer: readCustomerDetails(details, treeChecks) }
  }
  const context: TicketContext = {
    checks: treeChecks,
    idOf: treeId,
    now,
    companyUid: uid,
    companyUUID: company.companyUUID,
    companyName: company.companyName,
    timeZone: company.timeZone,
    laborRate: company.laborRate,
    employees,
    calendar: new SessionCalendar(),
  }
  const ids = await TicketIds.of(spool.read<IdLine>(`${index}.ids`))
  const beside = await spool.openIndex<BesideLine>(`${index}.tickets-beside`, MAX_TICKET_ID, ({ key }) =>
    readTicketId(new TreeNode('', null, () => {}), key),
  )
  // Rows of sets refer to them, and a company has up to 900,000 tickets.
  const here = new Uint8Array(MAX_TICKET_ID + 1)
  const sessions = new NumberMap()
  const helperChecks = new HelperChecks(employees.values())
  const serviceBayChecks = new ServiceBayChecks()
  const readOne = async (
    line: BesideLine,
    ticketId: number,
    { state, pooled, rigCustomerUid }: TicketOrigin,
  ): Promise<Content[]> => {
    const own = await beside.get(Number(line.key))
    const ownNode = own === undefined ? new TreeNode('', undefined, report) : nodeOf(own)
    const read = readTicket(nodeOf(line), { ticketId, state, pooled, beside: ownNode }, context)
    if (read === null) return []
    here[ticketId] = state === 'recorded' ? VISIT : TICKET
    helperChecks.addTicket(ticketId, read.ticket.assignedTechnician)
    serviceBayChecks.addTicket(read.ticket)
    for (const job of read.ticket.jobs)
      for (const { sessionId } of job.sessions) sessions.set(hashOf(sessionId), 1)
    return [{ kind: 'ticket', rigCustomerUid, ...read }]
  }
  try {
    for await (const line of spool.read<TicketLine>(`${index}.tickets`)) {
      const ticketId = ids.ofTicket(nodeOf(line), line)
      if (ticketId !== null)
        yield* await readOne(line, ticketId, { state: line.state, pooled: null, rigCustomerUid: null })
    }
    for await (const line of spool.read<VisitLine>(`${index}.visits`)) {
      const ticketId = ids.ofVisit(nodeOf(line), line)
      if (ticketId === null) continue
      const rig = readRig(new TreeNode(line.path, line.rig, () => {}), line.vin, treeChecks)
      const pooled = rig && { ...rig, rvImage: null }
      const { customerUid: rigCustomerUid } = line
      yield* await readOne(line, ticketId, { state: 'recorded', pooled, rigCustomerUid })
    }
  } finally {
    await beside.close()
  }
  const people = new Set([...employees.values()].map(({ id }) => id))
  const before = {
    hasTicket: (ticketId: number) => here[ticketId] !== 0,
    has: {
      visit: (ticketId: string) => here[Number(ticketId)] === VISIT,
      session: (sessionId: string) => sessions.has(hashOf(sessionId)),
      employee: (employeeId: string) => people.has(employeeId),
    },
  }
  const billingChecks = new BillingChecks(billing !== null)
  const problems = new Map(
    [
      ...[billingChecks, helperChecks, serviceBayChecks],
      ...[new PurchaseOrderChecks(), new StockChecks(), new ShopTimeChecks()],
    ].flatMap(checks => [...checks.problems]),
  )
  const reader = new RecordReader(now, before, problems)
  for (const set of RECORD_SETS)
    for await (const line of spool.read<BesideLine>(`${index}.${set.name}-beside`)) {
      const record = reader.read(set, nodeOf(line), line.key.toLowerCase())
      if (record !== null) yield { kind: 'record', record }
    }
  for await (const { value } of spool.read<BesideLine>(`${index}.log-beside`))
    yield { kind: 'log', entry: value }
}

/** A company's ticket ids. The tree frees one when a ticket is completed, so it can be there again. */
class TicketIds {
  /** Of the group in which a ticket is furthest, counted from 1; 0 without one. */
  readonly #groups = new Uint8Array(MAX_TICKET_ID + 1)
  /** The hash of that ticket’s VIN. */
  readonly #vins = new NumberMap()
  /** The hash of the VIN of the first visit with this id. */
  readonly #visits = new NumberMap()
  readonly #used = new Uint8Array(MAX_TICKET_ID + 1)

  static async of(lines: AsyncIterable<IdLine>): Promise<TicketIds> {
    const ids = new TicketIds()
    for await (const { ticketId, state, vin } of lines) ids.#add(ticketId, state, hashOf(vin))
    return ids
  }

  #add(ticketId: number, state: State | null, vinHash: number): void {
    if (state === null) {
      if (!this.#visits.has(ticketId)) this.#visits.set(ticketId, vinHash)
      return
    }
    const group = STATES.indexOf(state) + 1
    if (group <= (this.#groups[ticketId] ?? 0)) return
    this.#groups[ticketId] = group
    this.#vins.set(ticketId, vinHash)
  }

  ofTicket(node: TreeNode, { key, state }: TicketLine): number | null {
    const id = readTicketId(node, key)
    if (id === null) return null
    if (this.#groups[id] !== STATES.indexOf(state) + 1)
      return node.skip(`Ticket ${id} is in another group as well, further on; this one was left out.`)
    if (this.#visits.has(id) && this.#visits.get(id) === this.#vins.get(id))
      return node.skip(`Ticket ${id} is in its rig’s work history as well; this one was left out.`)
    if (this.#used[id] === 1) return node.skip(`Ticket ${id} is in this group twice; the first one stays.`)
    this.#used[id] = 1
    return id
  }

  ofVisit(node: TreeNode, { key, vin }: VisitLine): number | null {
    const id = readTicketId(node, key)
    if (id === null) return null
    const vinHash = hashOf(vin)
    const isFirst =
      this.#visits.get(id) === vinHash && (!this.#vins.has(id) || this.#vins.get(id) === vinHash)
    if (isFirst && this.#used[id] === 1)
      return node.skip(`Ticket ${id} is in this work history twice; the first one stays.`)
    const ownId = isFirst ? id : this.#nextFree(id)
    this.#used[ownId] = 1
    return ownId === id
      ? id
      : node.fix(`Another ticket of this company has the id ${id}; this visit got ${ownId}.`, ownId)
  }

  #nextFree(taken: number): number {
    let id = taken
    do id = id === MAX_TICKET_ID ? MIN_TICKET_ID : id + 1
    while (this.#used[id] === 1 || this.#vins.has(id) || this.#visits.has(id))
    return id
  }
}

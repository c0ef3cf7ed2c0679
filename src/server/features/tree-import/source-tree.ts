// A tree in the order in which it is imported: company by company, each with its tickets, the visits it made, and the
// rigs and customers that it names first.

import { createHash } from 'node:crypto'
import { isSharedVin, normalizeVin } from '#domain/rigs/vin.ts'
import type { State } from '#domain/tickets/ticket.ts'
import { decodeKey, type Finding, TreeNode } from '#domain/tree-import/tree-node.ts'
import { readVin } from '#domain/tree-import/tree-rig.ts'
import { readTicketId, stateOfGroup } from '#domain/tree-import/tree-ticket.ts'
import { hashOf, NumberMap } from './number-map.ts'
import { readTree, type TreeItem } from './read-tree.ts'
import { Spool } from './spool.ts'

type Report = (finding: Finding) => void

export type SourceCompany = {
  readonly index: number
  readonly uid: string
  readonly path: string
  /** `companyDetails` and `companySettings`. */
  readonly head: Record<string, unknown>
  /** What our own exports have of the company beside the tree. */
  readonly beside: Record<string, unknown>
  readonly employees: Record<string, unknown>
}

/** Of a ticket or a visit, to find out that it is there twice. */
export type IdLine = {
  readonly ticketId: number
  /** Of the group that a ticket is in; null for a visit of a rig’s work history. */
  readonly state: State | null
  readonly vin: string
}

export type TicketLine = {
  readonly path: string
  readonly key: string
  readonly state: State
  readonly value: unknown
}
/** What our own exports have of a ticket beside the tree, or an entry of their log. */
export type BesideLine = { readonly path: string; readonly key: string; readonly value: unknown }
export type RigLine = BesideLine & {
  /** Whether the tree has the customer that it names. */
  readonly hasCustomer: boolean
}
export type CustomerLine = { readonly path: string; readonly uid: string; readonly value: unknown }
export type VisitLine = {
  readonly path: string
  readonly key: string
  /** Of the rig, without its history. */
  readonly rig: unknown
  readonly vin: string
  /** The customer of the rig, if the tree has them. */
  readonly customerUid: string | null
  readonly value: unknown
}

export type SourceTree = {
  readonly companies: readonly SourceCompany[]
  readonly spool: Spool
  /** SHA-256 in hex. */
  readonly fileHash: string
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

class TreeSorter {
  readonly companies: SourceCompany[] = []
  readonly #byUid = new Map<string, SourceCompany>()
  readonly #employers = new Map<string, SourceCompany>()
  /** By the hash of a VIN: the index of the first company with a ticket of this rig. */
  readonly #namedBy = new NumberMap()
  /** The hashes of those that were distributed. */
  readonly #vins = new NumberMap()
  /** By the hash of a customer’s uid: the index of the company that they go with. */
  readonly #customersOf = new NumberMap()
  readonly #spool: Spool
  readonly #report: Report

  constructor(spool: Spool, report: Report) {
    this.#spool = spool
    this.#report = report
  }

  async add({ keys, value }: TreeItem): Promise<void> {
    const path = keys.join('/')
    const node = new TreeNode(path, value, this.#report)
    const [root, group, key = '', field = ''] = keys
    if (root === 'rigwright') return this.#addBeside(keys, node)
    if (group === 'RVPool' && keys.length === 3)
      return this.#spool.add('pool', { path, key: decodeKey(key), value })
    if (group === 'customers' && keys.length === 3)
      return this.#spool.add('customers', { path, uid: decodeKey(key), value })
    if (keys.length < 4) {
      if (!isEmpty(value)) node.skip('Something else than a list by keys is stored here; it was left out.')
      return
    }
    const company = this.#company(decodeKey(key))
    const last = decodeKey(keys.at(-1) ?? '')
    if (field === 'companyDetails' || field === 'companySettings') company.head[field] = value
    else if (field === 'Employees' && keys.length === 5) {
      company.employees[keys[4] ?? ''] = value
      this.#employers.set(last, company)
    } else if (field === 'ticketManager' && keys.length === 6)
      await this.#addTicket(company, node, keys[4] ?? '', last)
    else if (!isEmpty(value)) node.skip('Companies of the tree have no such field; it was left out.')
  }

  async #addBeside([, , uid = '', field = '', key = '']: readonly string[], node: TreeNode): Promise<void> {
    if (field === '') return
    const company = this.#company(decodeKey(uid))
    const { path, value } = node
    if (key === '') company.beside[field] = value
    else if (stateOfGroup(field) !== undefined) await this.#addTicket(company, node, field, key)
    else await this.#spool.add(`${company.index}.${field}-beside`, { path, key, value })
  }

  #company(uid: string): SourceCompany {
    const known = this.#byUid.get(uid)
    if (known !== undefined) return known
    const index = this.companies.length
    const path = `users/companies/${uid}`
    const company = { index, uid, path, head: {}, beside: {}, employees: {} }
    this.companies.push(company)
    this.#byUid.set(uid, company)
    return company
  }

  async #addTicket(company: SourceCompany, node: TreeNode, group: string, key: string): Promise<void> {
    const state = stateOfGroup(group)
    if (state === undefined) {
      node.skip('The tree has no such group of tickets; this ticket was left out.')
      return
    }
    const ticketId = readTicketId(node, key)
    if (ticketId === null) return
    if (!isRecord(node.value)) {
      node.skip('This is no ticket.')
      return
    }
    const written = fieldOf(node.value.customerRV, 'vin')
    const vin = typeof written === 'string' ? normalizeVin(written) : ''
    const id: IdLine = { ticketId, state, vin }
    await this.#spool.add(`${company.index}.ids`, id)
    const vinHash = hashOf(vin)
    // Declined and closed tickets of all companies come last.
    const named = this.#namedBy.get(vinHash) ?? company.index
    if (vin !== '') this.#namedBy.set(vinHash, Math.min(named, company.index))
    const line: TicketLine = { path: node.path, key, state, value: node.value }
    await this.#spool.add(`${company.index}.tickets`, line)
  }

  /** Gives every visit, rig and customer to a company. Called once, after everything was added. */
  async distribute(): Promise<void> {
    const customers = new NumberMap()
    for await (const { uid } of this.#spool.read<CustomerLine>('customers')) customers.set(hashOf(uid), 1)
    for await (const { path, key, value } of this.#spool.read<BesideLine>('pool'))
      await this.#distributeRig(new TreeNode(path, value, this.#report), key, customers)
    for await (const line of this.#spool.read<CustomerLine>('customers')) {
      if (this.companies.length === 0) return
      await this.#spool.add(`${this.#customersOf.get(hashOf(line.uid)) ?? 0}.customers`, line)
    }
  }

  async #distributeRig(node: TreeNode, key: string, customers: NumberMap): Promise<void> {
    // Reported with the rig.
    const vin = readVin(new TreeNode(node.path, null, () => {}), key)
    if (vin === null || !isRecord(node.value)) {
      if (vin === null) readVin(node, key)
      else node.skip('This is no rig.')
      return
    }
    const { workHistory: _, ...rig } = node.value
    const customerUUID = fieldOf(rig, 'customerUUID')
    const uid = typeof customerUUID === 'string' ? customerUUID : ''
    const uidHash = hashOf(uid)
    const hasCustomer = customers.has(uidHash)
    const customerUid = hasCustomer && new TreeNode('', rig.assigned, () => {}).isTrue() ? uid : null
    const adder = this.#byUid.get(uid)
    const visitors: number[] = []
    for (const { key: ticketKey, node: visit } of node.child('workHistory').entries()) {
      const company = this.#visitor(visit, adder)
      if (company === null) continue
      visitors.push(company.index)
      const { path, value } = visit
      const ticketId = readTicketId(new TreeNode(path, null, () => {}), ticketKey)
      const id: IdLine | null = ticketId === null ? null : { ticketId, state: null, vin }
      if (id !== null) await this.#spool.add(`${company.index}.ids`, id)
      const line: VisitLine = { path, key: ticketKey, rig, vin, customerUid, value }
      await this.#spool.add(`${company.index}.visits`, line)
    }
    // The first to be written of those whose tickets and visits need it.
    const vinHash = hashOf(vin)
    const needing = [this.#namedBy.get(vinHash) ?? [], ...visitors].flat()
    // Under a text that is no VIN, nobody else may see it than the company that added it.
    const isOnlyOf = isSharedVin(vin) ? undefined : adder?.index
    const first =
      isOnlyOf ?? (needing.length > 0 ? Math.min(...needing) : (adder ?? this.companies[0])?.index)
    if (this.#vins.has(vinHash)) {
      node.skip(
        `The rig ${vin} is in the pool twice; its visits were joined, and the first one’s details stay.`,
      )
      return
    }
    this.#vins.set(vinHash, 1)
    if (first === undefined) return
    const named = this.#customersOf.get(uidHash)
    if (named === undefined || first < named) this.#customersOf.set(uidHash, first)
    const line: RigLine = { path: node.path, key, value: rig, hasCustomer }
    await this.#spool.add(`${first}.rigs`, line)
  }

  /** Whose visit it was: the tree does not say it. Null with a report if nothing tells. */
  #visitor(visit: TreeNode, adder: SourceCompany | undefined): SourceCompany | null {
    const named = visit.child('companyUUID').text()
    if (named !== '')
      return (
        this.#byUid.get(named) ??
        visit.skip('This visit was made by a company that is not in the tree; it was left out.')
      )
    const technicians = [
      visit.child('assignedTechnician').value,
      ...visit
        .child('assignedTechs')
        .entries()
        .map(({ node }) => node.child('uuid').value),
    ]
    const employer = technicians
      .map(uid => (typeof uid === 'string' ? this.#employers.get(uid) : undefined))
      .find(company => company !== undefined)
    return (
      employer ??
      adder ??
      visit.skip('Nothing says which company of the tree made this visit; it was left out.')
    )
  }
}

/** Reads the whole tree into a spool, which the caller removes. */
export async function sortTree(
  file: string,
  report: Report,
  onRead: (bytes: number, size: number, rows: number) => void = () => {},
): Promise<SourceTree> {
  const spool = await Spool.create()
  try {
    const hash = createHash('sha256')
    const sorter = new TreeSorter(spool, report)
    let bytesRead = 0
    let rows = 0
    const countBytes = (bytes: Buffer, size: number) => {
      hash.update(bytes)
      bytesRead += bytes.length
      onRead(bytesRead, size, rows)
    }
    for await (const items of readTree(file, countBytes)) {
      rows += items.length
      for (const item of items) await sorter.add(item)
    }
    onRead(bytesRead, bytesRead, rows)
    await sorter.distribute()
    return { companies: sorter.companies, spool, fileHash: hash.digest('hex') }
  } catch (error) {
    await spool.remove()
    throw error
  }
}

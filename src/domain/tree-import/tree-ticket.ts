// A ticket of the tree, or a visit under a rig's VIN, which is a copy of one.

import type { ClockSession } from '#domain/clocks/clock.ts'
import type { LineComponent } from '#domain/components/line-component.ts'
import { FORMER_CUSTOMER, FORMER_CUSTOMER_DETAILS } from '#domain/customers/customer.ts'
import type { Employee } from '#domain/employees/employee.ts'
import { EXPORT_GROUPS } from '#domain/export/export.ts'
import { isDay } from '#domain/lib/calendar-date.ts'
import { timestampOf } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { MAX_PHOTOS_PER_JOB } from '#domain/photos/photo.ts'
import type { LineClockRule } from '#domain/pricing/clock-rule.ts'
import { MAX_RATE_NAME_LENGTH, type NamedRate } from '#domain/pricing/labor-rate.ts'
import { type ApprovedSupplies, describeSupplies } from '#domain/pricing/supplies.ts'
import type { CustomerRV } from '#domain/rigs/rig.ts'
import { MAX_ADDENDA, MAX_PHOTOS_PER_ADDENDUM } from '#domain/tickets/addendum.ts'
import { type Assignment, fullName, UNKNOWN_TECHNICIAN } from '#domain/tickets/assignment.ts'
import { type Answer, type Job, MAX_JOBS } from '#domain/tickets/job.ts'
import { MAX_PARTS, type Part, partTotal } from '#domain/tickets/part.ts'
import type { Verb } from '#domain/tickets/state/transition.ts'
import { MAX_SUBLET_LENGTHS, type Sublet } from '#domain/tickets/sublet.ts'
import { MAX_TICKET_ID, MIN_TICKET_ID, type State, type Ticket } from '#domain/tickets/ticket.ts'
import { totals } from '#domain/tickets/totals.ts'
import type { SessionCalendar } from './session-calendar.ts'
import { readAdditions, type TicketAdditions } from './tree-beside.ts'
import { MAX_LENGTHS, readHours, readMoney, readQuantity, readText, type TreeContext } from './tree-checks.ts'
import { readImage, type TreeTicketImage } from './tree-image.ts'
import type { TreeNode } from './tree-node.ts'
import { readCustomerDetails, readRigDetails, readVin } from './tree-rig.ts'
import { readMilliseconds, readStamp, readUtcStamp } from './tree-times.ts'

/** What reading a company's tickets needs. */
export type TicketContext = TreeContext & {
  readonly companyUid: string
  readonly companyUUID: string
  readonly companyName: string
  readonly timeZone: string
  readonly laborRate: Cents | null
  /** By their keys in the tree. */
  readonly employees: ReadonlyMap<string, Employee>
  /** Of the sessions read so far. */
  readonly calendar: SessionCalendar
}

const STATE_OF_GROUP = new Map<string, State>(
  (Object.entries(EXPORT_GROUPS) as [State, string][]).map(([state, group]) => [group, state]),
)

/** The state of the tickets in a group; undefined if there is no such group. */
export const stateOfGroup = (group: string): State | undefined => STATE_OF_GROUP.get(group)

/** A ticket's id from its key: six digits; null with a report for any other. */
export function readTicketId(node: TreeNode, key: string): number | null {
  const id = /^\s*\d+\s*$/.test(key) ? Number(key) : Number.NaN
  return id >= MIN_TICKET_ID && id <= MAX_TICKET_ID
    ? id
    : node.skip(
        `A ticket’s id is a number from ${MIN_TICKET_ID} to ${MAX_TICKET_ID}; this ticket was left out.`,
      )
}

const LAST_VERB: Readonly<Record<State, Verb>> = {
  pending: 'book',
  active: 'create',
  approval: 'askApproval',
  completed: 'finalize',
  recorded: 'complete',
  declined: 'decline',
  closed: 'close',
}

type Who = { readonly id: string; readonly name: string }

/** Who was assigned on which day; `replaced` are those who were before, by day. */
function readAssignments(node: TreeNode, replaced: TreeNode, context: TicketContext): Assignment[] {
  const idOf = (uid: string): string => context.employees.get(uid)?.id ?? context.idOf(uid)
  return node
    .entries()
    .flatMap(({ key: date, node: entry }) => {
      if (!isDay(date) || date < '2000-01-01' || date >= '3000-01-01') {
        entry.skip('An assignment is stored under its date, such as 2025-11-20; this one was left out.')
        return []
      }
      const uid = entry.child('uuid').text()
      if (uid === '') {
        entry.skip('This assignment does not say who was assigned.')
        return []
      }
      const employee = context.employees.get(uid)
      const stamp = entry.child('assignedAt')
      const assignedAt = readStamp(stamp, context)
      return [
        {
          date,
          uuid: idOf(uid),
          firstName: entry.child('firstName').text() || (employee?.firstName ?? UNKNOWN_TECHNICIAN),
          lastName: entry.child('lastName').text() || (employee?.lastName ?? ''),
          assignedAt: assignedAt ?? stamp.fix('No time; took noon.', timestampOf(date, 12, context.timeZone)),
          replaced: replaced
            .child(date)
            .entries()
            .map(({ key }) => idOf(key)),
        },
      ]
    })
    .sort((one, other) => (one.date < other.date ? -1 : 1))
}

function readTechnician(
  node: TreeNode,
  state: State,
  assignments: readonly Assignment[],
  { employees, idOf }: TicketContext,
): string | null {
  const uid = node.text()
  if (uid === '' || uid === 'N/A') return null
  const employee = employees.get(uid)
  if (employee !== undefined) return employee.id
  // A visit names who worked on it, also if they have left.
  const id = idOf(uid)
  if (state === 'recorded' && assignments.some(({ uuid }) => uuid === id)) return id
  return node.fix('This technician is not an employee of the company; nobody is assigned.', null)
}

/** Who worked in a session: as it says, else the ticket's technician, else nobody known. */
function whoOf(
  node: TreeNode,
  sessionId: string,
  technicianId: string | null,
  assignments: readonly Assignment[],
  { employees, idOf }: TicketContext,
): Who {
  const uid = node.child('technicianId').text()
  const name = node.child('technician').text()
  const id = uid === '' ? technicianId : (employees.get(uid)?.id ?? idOf(uid))
  if (id === null) return { id: sessionId, name: name || UNKNOWN_TECHNICIAN }
  const employee = [...employees.values()].find(each => each.id === id)
  const known = employee ?? assignments.findLast(({ uuid }) => uuid === id)
  return { id, name: name || (known === undefined ? UNKNOWN_TECHNICIAN : fullName(known)) }
}

type TicketFacts = {
  readonly ticketId: number
  readonly state: State
  readonly technicianId: string | null
  readonly assignments: readonly Assignment[]
}

function readSession(
  node: TreeNode,
  sessionId: string,
  { state, technicianId, assignments }: TicketFacts,
  context: TicketContext,
): ClockSession | null {
  const start = readMilliseconds(node.child('clockInTime'), context)
  if (start === null) return node.skip('This clock session has no start.')
  const end = node.child('clockOutTime')
  const read = readMilliseconds(end, context)
  const isOpen = end.isMissing && state === 'active'
  const clockOutTime =
    read !== null && read < start
      ? end.fix('This clock session ends before it starts; it has no length.', start)
      : (read ?? (isOpen ? null : end.fix('This clock session has no end; it has no length.', start)))
  const who = whoOf(node, sessionId, technicianId, assignments, context)
  const session = {
    sessionId,
    clockInTime: start,
    clockOutTime,
    isClockInReported: node.child('isClockInReported').isTrue(),
    isClockOutReported: node.child('isClockOutReported').isTrue(),
    isCorrected: false,
    checkedAt: null,
  }
  if (context.calendar.add(who.id, start, clockOutTime))
    return { ...session, technicianId: who.id, technician: who.name }
  const problem = `${who.name} has another clock session at this time; nobody is named for this one.`
  return node.fix(problem, { ...session, technicianId: sessionId, technician: UNKNOWN_TECHNICIAN })
}

const ANSWERS: readonly string[] = ['none', 'approved', 'declined'] satisfies Answer[]

/** The id of a job line's session or photo: its key, or made of that and where it is. */
const idOfChild = (
  ticketId: number,
  jobNumber: number,
  kind: 'sessions' | 'photos',
  key: string,
  { checks, idOf, companyUid }: TicketContext,
): string =>
  'value' in checks.uuid(key) ? idOf(key) : idOf(`${companyUid}/${ticketId}/${jobNumber}/${kind}/${key}`)

/** The labor rate that was chosen for a line, as our own exports have it. */
function readNamedRate(node: TreeNode, { checks, idOf }: TicketContext): NamedRate | null {
  if (node.isMissing) return null
  const amount = readMoney(node.child('amount'), checks.money)
  const name = readText(node.child('name'), checks, MAX_RATE_NAME_LENGTH)
  return amount === null || name === ''
    ? null
    : { laborRateId: idOf(node.child('laborRateId').text()), name, amount }
}

/** How a line is billed by the clock, as our own exports have it. */
function readClockRule(node: TreeNode, { checks }: TicketContext): LineClockRule | null {
  if (node.isMissing) return null
  const rule = node.checked(checks.clockRule, node.value, null)
  const timeZone = node.child('timeZone').checked(checks.timeZone, node.child('timeZone').text(), null)
  return rule === null || timeZone === null ? null : { ...rule, timeZone }
}

/** The component that a line is on, as our own exports have it. */
function readComponent(node: TreeNode, context: TicketContext): LineComponent | null {
  if (node.isMissing) return null
  const { checks, idOf } = context
  const componentId = node.child('componentId').text()
  const at = readMilliseconds(node.child('at'), context)
  if (at === null || !('value' in checks.uuid(componentId))) return null
  const model = readText(node.child('model'), checks, MAX_LENGTHS.description)
  return { componentId: idOf(componentId), model, at }
}

function readApprovedSupplies(node: TreeNode, { checks }: TicketContext): ApprovedSupplies | null {
  const parts = readMoney(node.child('parts'), checks.money)
  const supplies = readMoney(node.child('supplies'), checks.money)
  return parts === null || supplies === null ? null : { parts, supplies }
}

function readJob(node: TreeNode, jobNumber: number, facts: TicketFacts, context: TicketContext): Job {
  const { checks } = context
  const sessions = node
    .child('sessions')
    .entries()
    .map(({ key, node: session }) =>
      readSession(session, idOfChild(facts.ticketId, jobNumber, 'sessions', key, context), facts, context),
    )
    .filter(session => session !== null)
    .sort((one, other) => one.clockInTime.getTime() - other.clockInTime.getTime())
  const estimate = node.child('estimate').isTrue()
  const answer = node.child('answer').text()
  const problem = readText(node.child('problem'), checks, MAX_LENGTHS.problem)
  const clockRule = readClockRule(node.child('clockRule'), context)
  return {
    jobNumber,
    problem: problem || node.child('problem').fix('This job line has no text.', 'Not described'),
    cause: readText(node.child('cause'), checks, MAX_LENGTHS.finding),
    correction: readText(node.child('correction'), checks, MAX_LENGTHS.finding),
    estimatedTime: readHours(node.child('estimatedTime'), checks) ?? 0,
    estimate,
    suggestedTime: readHours(node.child('suggestedTime'), checks),
    answer: ANSWERS.includes(answer) ? (answer as Answer) : 'none',
    namedRate: readNamedRate(node.child('laborRate'), context),
    flatPrice: clockRule === null ? readMoney(node.child('flatPrice'), checks.money) : null,
    clockRule,
    clockedHours: clockRule && readHours(node.child('clockedHours'), checks),
    namedTechnician: context.employees.get(node.child('namedTechnician').text())?.id ?? null,
    component: readComponent(node.child('component'), context),
    approvedSupplies: readApprovedSupplies(node.child('approvedSupplies'), context),
    // Read from its invoice, which is imported beside it.
    billed: null,
    sessions,
    photos: [],
  }
}

const SUMMARIES = ['TotalPartsAmount', 'ShopSupplies']

function readParts(node: TreeNode, jobs: readonly Job[], ticketId: number, context: TicketContext): Part[] {
  const { checks, idOf } = context
  let count = 0
  const parts = node.entries().flatMap(({ key, node: entry }) => {
    if (SUMMARIES.includes(key)) return []
    count += 1
    if (count > MAX_PARTS) {
      entry.skip(`A ticket can have at most ${MAX_PARTS} parts.`)
      return []
    }
    const quantity = readQuantity(entry.child('quantity'), checks)
    if (quantity === null) {
      entry.skip('This part has no quantity above 0.')
      return []
    }
    const jobNumber = entry.child('jobNumber').number()
    const part: Part = {
      partId:
        'value' in checks.uuid(key) ? idOf(key) : idOf(`${context.companyUid}/${ticketId}/parts/${key}`),
      quantity,
      description: readText(entry.child('description'), checks, MAX_LENGTHS.description),
      perPartAmount: readMoney(entry.child('perPartAmount'), checks.price),
      jobNumber: jobs.some(job => job.jobNumber === jobNumber) ? jobNumber : null,
      sublet: readSublet(entry.child('sublet'), context),
    }
    compare(entry.child('totalAmount'), partTotal(part), 'quantity times price', context)
    return [part]
  })
  return parts
}

/** What a part's entry has of the business that does it; null without its name. */
function readSublet(node: TreeNode, { checks }: TicketContext): Sublet | null {
  const supplier = readText(node.child('supplier'), checks, MAX_SUBLET_LENGTHS.supplier)
  if (supplier === '') return null
  return {
    supplier,
    reference: readText(node.child('reference'), checks, MAX_SUBLET_LENGTHS.reference),
    cost: readMoney(node.child('cost'), checks.price),
    expectedOn: node.child('expectedOn').checked(checks.day, node.child('expectedOn').text(), null),
  }
}

/** Reports an amount of the tree that is not what it is made of. */
function compare(node: TreeNode, is: Cents | null, of: string, { checks }: TicketContext): void {
  const was = readMoney(node, checks.money)
  if (was !== null && is !== null && was !== is)
    node.fix(`This says ${formatMoney(was)}, and ${of} is ${formatMoney(is)}.`, is)
}

function compareParts(node: TreeNode, ticket: Ticket, context: TicketContext): void {
  const { totalPartsAmount, shopSupplies } = totals(ticket, null)
  const { suppliesRule } = ticket
  compare(node.child('TotalPartsAmount'), totalPartsAmount, 'the sum of its parts', context)
  const rule = suppliesRule === null ? '10 % of its parts' : describeSupplies(suppliesRule)
  compare(node.child('ShopSupplies'), shopSupplies, rule, context)
}

/** A visit is a copy of a ticket; what it does not have, its rig has. */
function readRigOfTicket(node: TreeNode, pooled: CustomerRV | null, context: TicketContext): CustomerRV {
  const own = readRigDetails(node, context.checks)
  const written = node.child('vin')
  const vin = pooled?.vin ?? (written.text() === '' ? '' : (readVin(written, written.text()) ?? ''))
  return {
    vin,
    make: node.child('make').isPresent ? own.make : (pooled?.make ?? ''),
    model: node.child('model').isPresent ? own.model : (pooled?.model ?? ''),
    year: node.child('year').isPresent ? own.year : (pooled?.year ?? ''),
    axleAmount: node.child('axleAmount').isPresent ? own.axleAmount : (pooled?.axleAmount ?? null),
    rvImage: null,
  }
}

const latest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((last, at) => (at !== null && (last === null || at > last) ? at : last), null)

function readCustomer(node: TreeNode, context: TicketContext) {
  if (node.isMissing) return FORMER_CUSTOMER_DETAILS
  const details = readCustomerDetails(node, context.checks)
  const isNamed = details.firstName !== '' || details.lastName !== ''
  const firstName = isNamed ? details.firstName : FORMER_CUSTOMER
  return { ...details, firstName, profileImageUrl: null }
}

const KNOWN_FIELDS = [
  ...['customerDetails', 'customerRV', 'activeTimestamp', 'pendingTimestamp', 'ticketSettings', 'Jobs'],
  ...['assignedTechnician', 'assignedTechs', 'Parts', 'completedTimestamp', 'TotalBalance'],
  ...['ticketId', 'companyUUID', 'laborRate'],
]

function reportOthers(node: TreeNode): void {
  for (const { key, node: other } of node.entries())
    if (!KNOWN_FIELDS.includes(key) && JSON.stringify(other.value).length > 2)
      other.skip('Tickets of the tree have no such field; it was left out.')
}

export type TreeTicket = {
  readonly ticket: Ticket
  readonly images: readonly TreeTicketImage[]
  readonly additions: TicketAdditions
}

type TicketSource = {
  /** Its id here, mostly that of its key. */
  readonly ticketId: number
  readonly state: State
  /** The rig under which a visit is stored. */
  readonly pooled: CustomerRV | null
  /** What our own exports have of it beside the tree. */
  readonly beside: TreeNode
}

/** A ticket in `state`; null if it cannot be imported. */
export function readTicket(
  node: TreeNode,
  { ticketId, state, pooled, beside }: TicketSource,
  context: TicketContext,
): TreeTicket | null {
  const listed = node.child('Jobs').entries()
  if (listed.length > MAX_JOBS)
    return node
      .child('Jobs')
      .skip(
        `A ticket has at most ${MAX_JOBS} job lines, this one ${listed.length.toLocaleString('en-US')}: it was left out.`,
      )
  const assignments = readAssignments(node.child('assignedTechs'), beside.child('replacedTechs'), context)
  const technicianId = readTechnician(node.child('assignedTechnician'), state, assignments, context)
  const facts = { ticketId, state, technicianId, assignments }
  const additions = readAdditions(beside, state, context)
  const numbered = listed.flatMap(({ key, node: job }) => {
    const jobNumber = /^\d{1,9}$/.test(key) ? Number(key) : 0
    if (jobNumber > 0) return [{ jobNumber, job }]
    job.skip('Job lines are numbered from 1; this one was left out.')
    return []
  })
  const jobs = numbered
    .map(({ jobNumber, job }) => readJob(job, jobNumber, facts, context))
    .sort((one, other) => one.jobNumber - other.jobNumber)
  const customer = node.child('customerDetails')
  const rig = node.child('customerRV')
  const customerRV = readRigOfTicket(rig, pooled, context)
  const pendingTimestamp = readUtcStamp(node.child('pendingTimestamp'), context)
  const activeTimestamp = readMilliseconds(node.child('activeTimestamp'), context)
  const worked = latest([
    pendingTimestamp,
    activeTimestamp,
    ...assignments.map(({ assignedAt }) => assignedAt),
    ...jobs.flatMap(job => job.sessions.map(({ clockInTime, clockOutTime }) => clockOutTime ?? clockInTime)),
  ])
  const completed = node.child('completedTimestamp')
  const completedTimestamp =
    state === 'recorded'
      ? (readStamp(completed, context) ??
        (worked === null
          ? null
          : completed.fix('No time of completion; took the last time on the ticket.', worked)))
      : null
  if (state === 'recorded' && completedTimestamp === null)
    return node.skip('Nothing says when this visit was: it was left out.')
  if (state === 'recorded' && customerRV.vin === '')
    return node.skip('A completed ticket belongs to a VIN, and this one has none: it was left out.')
  reportOthers(node)
  const entered = state === 'active' ? activeTimestamp : state === 'pending' ? pendingTimestamp : worked
  const at = completedTimestamp ?? entered ?? worked ?? context.now
  const { companyUUID: id, companyName: name } = context
  const core = {
    ticketId,
    customerDetails: readCustomer(customer, context),
    customerRV,
    jobs,
    parts: readParts(node.child('Parts'), jobs, ticketId, context),
    suppliesRule: additions.suppliesRule,
    assignedTechnician: technicianId,
    assignedTechs: assignments,
    pendingTimestamp,
    confirmedAt: additions.confirmedAt,
    activeTimestamp,
    checkIn: additions.checkIn,
    rigVisit: additions.rigVisit,
    lastTransition: additions.lastTransition ?? { verb: LAST_VERB[state], by: { id, name }, at },
    // Rows of record sets are written after the tickets.
    helpers: [],
    hold: null,
    askedJobs: [],
    plannedDays: [],
    appointment: null,
    serviceBay: null,
  }
  const { laborRate = context.laborRate } = additions
  const { closing } = additions
  const ticket = withState(node, core, state, completedTimestamp, { ...context, laborRate, closing })
  compareParts(node.child('Parts'), ticket, context)
  const imageOf = (owner: TreeNode, field: string, slot: 'customer-image' | 'rig-image') => {
    const image = readImage(owner.child(field), `${context.companyUid}/${ticketId}/${field}`, context)
    return image === null ? [] : [{ ...image, slot }]
  }
  const images = [
    ...imageOf(customer, 'profileImageUrl', 'customer-image'),
    ...imageOf(rig, 'rvImage', 'rig-image'),
    ...numbered.flatMap(({ jobNumber, job }) =>
      readPhotos(job, { ticketId, jobNumber, at }, additions, context),
    ),
    ...(state === 'recorded' && jobs[0] !== undefined
      ? readAddendumPhotos(beside, { ticketId, jobNumber: jobs[0].jobNumber, at }, context)
      : []),
  ]
  return { ticket, images, additions }
}

type PhotoOwner = { readonly ticketId: number; readonly jobNumber: number; readonly at: Date }

function readPhotos(
  job: TreeNode,
  { ticketId, jobNumber, at }: PhotoOwner,
  { photoOf }: TicketAdditions,
  context: TicketContext,
): TreeTicketImage[] {
  const photos = job.child('photos').entries()
  if (photos.length > MAX_PHOTOS_PER_JOB)
    job
      .child('photos')
      .skip(
        `A job line has at most ${MAX_PHOTOS_PER_JOB} photos, this one ${photos.length}: the first ones stay.`,
      )
  return photos.slice(0, MAX_PHOTOS_PER_JOB).flatMap(({ key, node }) => {
    const image = readImage(node, '', context)
    if (image === null) return []
    const { moment, addedAt } = photoOf(key)
    const ofJob = { jobNumber, moment, addedAt: addedAt ?? at }
    return [
      { ...image, imageId: idOfChild(ticketId, jobNumber, 'photos', key, context), slot: 'photo', ...ofJob },
    ]
  })
}

/** They are kept with the first job line. */
const readAddendumPhotos = (
  beside: TreeNode,
  { ticketId, jobNumber, at }: PhotoOwner,
  context: TicketContext,
): TreeTicketImage[] =>
  beside
    .child('addendumPhotos')
    .entries()
    .slice(0, MAX_ADDENDA * MAX_PHOTOS_PER_ADDENDUM)
    .flatMap(({ key, node }) => {
      const of = node.child('addendumId')
      const addendumId = of.checked(context.checks.uuid, of.text(), null)
      const image = addendumId === null ? null : readImage(node.child('url'), '', context)
      if (image === null || addendumId === null) return []
      const addedAt = readMilliseconds(node.child('addedAt'), context) ?? at
      const imageId = idOfChild(ticketId, jobNumber, 'photos', key, context)
      return [{ ...image, imageId, slot: 'photo', jobNumber, moment: '', addedAt, addendumId }]
    })

type Core = Omit<Extract<Ticket, { state: 'active' }>, 'state'>

/** The ticket in its state. A visit keeps the balance it had. */
function withState(
  node: TreeNode,
  core: Core,
  state: State,
  completedTimestamp: Date | null,
  context: TicketContext & Pick<TicketAdditions, 'closing'>,
): Ticket {
  const { laborRate, checks, closing } = context
  if (completedTimestamp === null) {
    if (state === 'completed' || state === 'recorded') return { ...core, state: 'completed', laborRate }
    return state === 'closed' ? { ...core, state, closing } : { ...core, state }
  }
  const { totalBalance } = totals(core, laborRate)
  const written = node.child('TotalBalance')
  const importedBalance = readMoney(written, checks.money)
  if (importedBalance === null)
    written.fix(`No balance; took ${formatMoney(totalBalance)} from its lines.`, totalBalance)
  else if (importedBalance !== totalBalance && (core.jobs.length > 0 || core.parts.length > 0))
    written.fix(
      `The lines add up to ${formatMoney(totalBalance)} at the company’s rate; the visit keeps ${formatMoney(importedBalance)}.`,
      importedBalance,
    )
  return {
    ...core,
    state: 'recorded',
    laborRate,
    completedTimestamp,
    importedBalance: importedBalance ?? totalBalance,
  }
}

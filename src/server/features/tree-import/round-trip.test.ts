// Random companies that live through random steps of the domain: what is exported, imported into an empty place and
// exported again is the same to the byte.

import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { line, text as longText } from '#contract/shared-schemas.ts'
import type { Owner } from '#domain/account/actor.ts'
import type { ClockSession } from '#domain/clocks/clock.ts'
import { DEFAULT_SETTINGS } from '#domain/companies/company.ts'
import type { Employee } from '#domain/employees/employee.ts'
import { cents } from '#domain/lib/money.ts'
import { EMAIL_OUTCOMES } from '#domain/mail/email-outcome.ts'
import { HOLD_REASONS } from '#domain/on-hold/hold.ts'
import { DEFAULT_PREFERENCES, PREFERENCE_SWITCHES } from '#domain/preferences/preferences.ts'
import { CLOCK_ROUNDINGS } from '#domain/pricing/clock-rule.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { UNCOUNTED_REASONS } from '#domain/reviews/review.ts'
import { AXLE_AMOUNTS } from '#domain/rigs/rig.ts'
import { isSharedVin } from '#domain/rigs/vin.ts'
import { canBeInServiceBay } from '#domain/service-bays/service-bay.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { CLOSE_REASONS } from '#domain/tickets/closing.ts'
import { jobOf } from '#domain/tickets/job.ts'
import { MAX_GENERATOR_HOURS, MAX_ODOMETER } from '#domain/tickets/rig-visit.ts'
import { NO_RIG_VISIT } from '#domain/tickets/rig-visit-fields.ts'
import {
  accept,
  approve,
  askApproval,
  assign,
  book,
  cancel,
  close,
  complete,
  create,
  decline,
  finalize,
  forgetCustomer,
  release,
  reopen,
  type Ticket,
  withJob,
} from '#domain/tickets/ticket.ts'
import { MAX_HELPERS } from '#domain/tickets/ticket-helpers.ts'
import { addAccount } from '#server/auth/accounts.ts'
import type { Database } from '#server/db/database.ts'
import { runInTransaction, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { addSessions } from '#server/features/clocks/store.ts'
import { addCompany } from '#server/features/companies/store.ts'
import { addEmployee } from '#server/features/employees/store.ts'
import { findCompanies, streamTree } from '#server/features/export/stream-tree.ts'
import { saveHold } from '#server/features/on-hold/store.ts'
import { savePreferences } from '#server/features/preferences/store.ts'
import { addReview } from '#server/features/reviews/store.ts'
import { addOwnRigs } from '#server/features/rigs/store.ts'
import { insertTickets } from '#server/features/tickets/new-ticket-store.ts'
import { addEntry } from '#server/features/work-history/store.ts'
import { withEmptyDatabase } from '../../../../test/support/empty-database.ts'
import { createImportContext } from '../../../../test/support/import-context.ts'
import { writeImportFile } from '../../../../test/support/import-fixture.ts'
import { isLongRound } from '../../../../test/support/test-round.ts'
import { importTree } from './import-tree.ts'
import { treeId } from './tree-id.ts'

const START = Date.parse('2025-10-20T12:00:00Z')
const NOW = new Date('2026-03-01T00:00:00Z')
/** Also what is no VIN: each company has its own rig of it. */
const SHARED_VINS = ['1FDXE4FS1HDC12345', '5ZT2CRXB8JE000042']
const OWN_TEXTS = ['HOME-BUILT-1', 'UNKNOWN', 'NONE', '12345', '00000000000000000']
const VINS = ['', ...SHARED_VINS, ...OWN_TEXTS]
const ZONES = ['America/Indiana/Indianapolis', 'America/Indianapolis', 'America/Chicago', 'Asia/Kolkata']

const words = (schema: ReturnType<typeof longText>, maxLength: number) =>
  fc
    .string({ unit: 'grapheme', maxLength })
    .map(value => schema.safeParse(value).data ?? '')
    .map(value => value.slice(0, maxLength))
    .filter(value => schema.safeParse(value).data === value)
const shortText = words(line(80), 12)
const name = shortText.map(value => value || 'Nora')
const paragraph = words(longText(300), 40)
const phone = fc.constantFrom('', '(574) 555-0100', '(574) 555-0133')
const coordinates = fc.option(
  fc.record({ latitude: fc.integer({ min: -90, max: 90 }), longitude: fc.integer({ min: -180, max: 180 }) }),
)
const money = fc.integer({ min: 1, max: 1_000_000 }).map(cents)
const hours = fc.nat({ max: 40 }).map(quarters => quarters / 4)
const clockRule = fc.record({
  minimum: fc.nat({ max: 32 }).map(quarters => quarters / 4),
  rounding: fc.constantFrom(...CLOCK_ROUNDINGS),
  direction: fc.constantFrom('up' as const, 'nearest' as const),
  start: fc.constantFrom('clock-in' as const, 'arrival' as const),
  per: fc.constantFrom('visit' as const, 'line' as const),
  otherPeople: fc.nat({ max: 100 }),
  timeZone: fc.constant('America/Chicago'),
})

const person = fc.record({
  firstName: name,
  lastName: shortText,
  phone,
  licenseNumber: shortText,
  isInsured: fc.boolean(),
  roles: fc.record({ isServiceWriter: fc.boolean(), isTechnician: fc.boolean() }),
  leftAt: fc.option(fc.nat({ max: 1e9 }).map(ms => new Date(START + ms))),
})

const STEPS = {
  accept,
  decline,
  cancel,
  askApproval,
  approve,
  complete,
  reopen,
} as const
const closing = fc.record({ reason: fc.constantFrom(...CLOSE_REASONS), note: paragraph })
const step = fc.oneof(
  fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
  fc.constant('finalize' as const),
  fc.constant('complete' as const),
  fc.record({ assigned: fc.nat({ max: 3 }) }),
  fc.record({ clocked: fc.nat({ max: 3 }), minutes: fc.nat({ max: 600 }) }),
  closing,
  fc.constant('release' as const),
  fc.constant('forget' as const),
)

const ticket = fc.record({
  ticketId: fc.integer({ min: 100_000, max: 100_005 }),
  isBooked: fc.boolean(),
  customer: fc.record({
    firstName: name,
    lastName: shortText,
    email: fc.constantFrom('', 'lou@mail.example', 'al@mail.example'),
    phone,
    address: fc.option(name),
    coordinates,
    profileImageUrl: fc.constant(null),
  }),
  rig: fc.record({
    vin: fc.constantFrom(...VINS),
    make: shortText,
    model: shortText,
    year: fc.constantFrom('', '2018'),
    axleAmount: fc.option(fc.constantFrom(...AXLE_AMOUNTS)),
    rvImage: fc.constant(null),
  }),
  jobs: fc.array(
    fc.record({
      problem: paragraph.map(value => value || 'Roof'),
      cause: paragraph,
      correction: paragraph,
      estimatedTime: hours,
      estimate: fc.boolean(),
      suggestedTime: fc.option(hours),
      answer: fc.constantFrom('none' as const, 'approved' as const, 'declined' as const),
      namedRate: fc.option(
        fc.record({ laborRateId: fc.uuid({ version: 4 }), name: fc.constant('Diagnostic'), amount: money }),
      ),
      flatPrice: fc.option(money),
      clockRule: fc.option(clockRule),
      component: fc.option(
        fc.record({
          componentId: fc.uuid({ version: 4 }),
          model: fc.constantFrom('', 'suburban sf30f'),
          at: fc.constant(new Date('2025-11-20T15:00:00Z')),
        }),
      ),
      approvedSupplies: fc.option(fc.record({ parts: money, supplies: money })),
    }),
    { maxLength: 3 },
  ),
  parts: fc.array(
    fc.record({
      partId: fc.uuid({ version: 4 }),
      quantity: fc.integer({ min: 1, max: 10_000 }).map(thousandths => thousandths / 1000),
      description: paragraph,
      perPartAmount: fc.option(money, { freq: 9 }),
      jobNumber: fc.option(fc.constant(1)),
      sublet: fc.option(
        fc.record({
          supplier: name,
          reference: fc.constantFrom('', 'Q-7'),
          cost: fc.option(money),
          expectedOn: fc.option(fc.constant('2026-03-05')),
        }),
      ),
    }),
    { maxLength: 3 },
  ),
  rigVisit: fc.option(
    fc.record({
      odometer: fc.option(fc.integer({ min: 0, max: MAX_ODOMETER })),
      generatorHours: fc.option(
        fc.integer({ min: 0, max: MAX_GENERATOR_HOURS * 10 }).map(tenths => tenths / 10),
      ),
      arrivedOn: fc.option(fc.constantFrom('2025-10-20', '2025-11-02')),
      departedOn: fc.option(fc.constantFrom('2025-11-02', '2026-02-28')),
    }),
  ),
  steps: fc.array(step, { maxLength: 14 }),
  hold: fc.option(fc.record({ reason: fc.constantFrom(...HOLD_REASONS), note: paragraph }), { freq: 2 }),
  messages: fc.array(
    fc.record({
      messageId: fc.uuid({ version: 4 }),
      by: fc.constantFrom('customer' as const, 'desk' as const),
      authorId: fc.constantFrom('', 'public'),
      authorName: name,
      jobNumber: fc.option(fc.constant(1)),
      text: paragraph.map(value => value || 'Hello'),
      readAt: fc.option(fc.nat({ max: 1e9 }).map(ms => new Date(START + ms))),
      emailOutcome: fc.option(fc.constantFrom(...EMAIL_OUTCOMES)),
    }),
    { maxLength: 3 },
  ),
  addenda: fc.array(
    fc.record({
      addendumId: fc.uuid({ version: 4 }),
      by: fc.record({ id: fc.constantFrom('', 'desk'), name }),
      text: paragraph.map(value => value || 'Seal replaced under warranty'),
    }),
    { maxLength: 2 },
  ),
  review: fc.option(
    fc.record({
      ...{ stars: fc.integer({ min: 1, max: 5 }), words: paragraph, rig: shortText },
      uncountedBecause: fc.option(fc.constantFrom(...UNCOUNTED_REASONS)),
    }),
  ),
  hasCustomer: fc.boolean(),
  suppliesRule: fc.option(fc.record({ percentage: fc.nat({ max: 1_000_000 }), cap: fc.option(money) })),
})

const company = fc.record({
  companyUUID: fc.uuid({ version: 4 }),
  companyName: name,
  companyPhone: phone,
  companyAddress: fc.option(name),
  coordinates,
  laborRate: fc.option(money),
  mobileRange: fc.option(fc.integer({ min: 1, max: 300 })),
  timeZone: fc.constantFrom(...ZONES),
  approvalTolerance: fc.nat({ max: 100 }),
  changeHours: fc.option(fc.nat({ max: 300 })),
  statusUpdateDays: fc.option(fc.integer({ min: 1, max: 30 })),
  switches: fc.record(
    Object.fromEntries(PREFERENCE_SWITCHES.map(name => [name, fc.boolean()])) as {
      [Name in (typeof PREFERENCE_SWITCHES)[number]]: fc.Arbitrary<boolean>
    },
  ),
  settings: fc.record({
    mobileBusiness: fc.boolean(),
    onTimeStatus: fc.boolean(),
    pendingStatus: fc.boolean(),
    trusted: fc.boolean(),
    verified: fc.boolean(),
  }),
  people: fc.array(person, { maxLength: 3 }),
  tickets: fc.uniqueArray(ticket, { maxLength: 5, selector: ({ ticketId }) => ticketId }),
})
type RandomCompany = typeof company extends fc.Arbitrary<infer T> ? T : never
type RandomTicket = RandomCompany['tickets'][number]

const pool = fc.record({
  companies: fc.uniqueArray(company, { minLength: 1, maxLength: 2, selector: each => each.companyUUID }),
  /** By VIN: who it is of. */
  rigs: fc.array(fc.constantFrom('adder', 'customer', 'stranger'), {
    minLength: VINS.length - 1,
    maxLength: VINS.length - 1,
  }),
  isOfOneCompany: fc.boolean(),
})

const CUSTOMER = treeId('a customer')

/** Nobody works at two places at once: time only goes on. */
class Clock {
  #ms = START
  later(minutes: number): Date {
    this.#ms += minutes * 60_000 + 1234
    return new Date(this.#ms)
  }
}

/** The ticket after its steps; those that are refused are left out. */
function live(random: RandomTicket, of: RandomCompany, people: readonly Employee[], clock: Clock): Ticket {
  const by = { id: of.companyUUID, name: of.companyName }
  const { ticketId, customer: customerDetails, rig: customerRV } = random
  const begin = random.isBooked ? book : create
  const begun = begin({ ticketId, customerDetails, customerRV, jobs: [] }, by, clock.later(7))
  const jobs = random.jobs.map((job, index) => ({
    ...job,
    clockRule: job.flatPrice === null ? job.clockRule : null,
    ...{ jobNumber: index + 1, namedTechnician: null, billed: null, sessions: [], photos: [] },
    clockedHours: null,
  }))
  const parts = random.parts.map(part => ({
    ...part,
    jobNumber: jobs.length > 0 ? part.jobNumber : null,
  }))
  let current: Ticket = {
    ...begun,
    jobs,
    parts,
    suppliesRule: random.suppliesRule,
    rigVisit: random.rigVisit ?? NO_RIG_VISIT,
  }
  for (const each of random.steps)
    try {
      current = take(current, each)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  const [first] = current.jobs
  return first === undefined
    ? current
    : withJob(current, { ...first, namedTechnician: current.assignedTechnician })

  function take(before: Ticket, each: RandomTicket['steps'][number]): Ticket {
    const now = clock.later(41)
    if (each === 'finalize') return finalize(before, of.laborRate, by, now)
    if (each === 'release') return release(before)
    if (each === 'forget') return forgetCustomer(before)
    if (typeof each === 'string') return STEPS[each](before, by, now)
    if ('reason' in each) return close(before, each, by, now)
    const technician = people['assigned' in each ? each.assigned : each.clocked]
    if (technician === undefined) return before
    if ('assigned' in each) return assign(before, technician, now, of.timeZone)
    if (before.state !== 'active' || before.jobs.length === 0) return before
    const session: ClockSession = {
      sessionId: treeId(`${of.companyUUID} ${now.getTime()}`),
      technicianId: technician.id,
      technician: `${technician.firstName} ${technician.lastName}`.trimEnd(),
      clockInTime: now,
      clockOutTime: each.minutes === 0 ? now : clock.later(each.minutes),
      isClockInReported: each.minutes % 2 === 1,
      isClockOutReported: each.minutes % 3 === 1,
      isCorrected: false,
      checkedAt: null,
    }
    const job = jobOf(before, 1)
    return withJob(before, { ...job, sessions: [...job.sessions, session] })
  }
}

function asOwner(database: Database, of: RandomCompany, task: (work: UnitOfWork) => Promise<void>) {
  const { companyUUID: companyId, companyName, timeZone } = of
  const actor: Owner = { kind: 'owner', id: companyId, name: companyName, companyId }
  const execution = { actor, actorKey: null, now: new Date(START), timeZone }
  return runInTransaction({ database, publish: () => {} }, execution, 'command', async work => {
    await sql`select set_config('role', 'none', true)`.execute(work.database)
    await task(work)
  })
}

async function addRandomCompany(work: UnitOfWork, of: RandomCompany, clock: Clock): Promise<void> {
  const { people: _, tickets: __, settings, changeHours, statusUpdateDays, switches, ...details } = of
  const email = `${of.companyUUID}@company.example`
  await addAccount(work, { id: of.companyUUID, name: of.companyName, email, passwordHash: null })
  await addCompany(work, {
    ...details,
    email,
    imageURL: null,
    registeredAt: work.now,
    month: null,
    suspension: null,
    closesAt: null,
    deletedAt: null,
    ownerNameAsked: false,
    companySettings: { ...DEFAULT_SETTINGS, ...settings },
  })
  savePreferences(work, { ...DEFAULT_PREFERENCES, ...switches, changeHours, statusUpdateDays })
  const people = of.people.map(({ leftAt: _left, ...each }, index): Employee => {
    const id = treeId(`${of.companyUUID} ${index}`)
    return { id, ...each, email: `${id}@mail.example`, isActive: true }
  })
  for (const [index, employee] of people.entries()) {
    const { id, email: address, firstName } = employee
    await addAccount(work, { id, name: firstName, email: address, passwordHash: null })
    addEmployee(work, employee)
    const deactivatedAt = of.people[index]?.leftAt ?? null
    await work.update('employee').set({ deactivatedAt }).where('employeeId', '=', id).execute()
  }
  const days = { firstDay: '2024-12-24', lastDay: '2025-01-01', reason: 'Ferien ü' }
  work.insert('closedDays', { closedDaysId: work.companyId, ...days })
  work.insert('weekdayHours', { weekday: 6, opens: 9, closes: 12 })
  work.insert('weekdayHours', { weekday: 1, opens: null, closes: null })
  work.insert('bookingLimit', { kind: 'visitsPerDay', maximum: of.people.length })
  for (const { id: employeeId, firstName } of people) {
    work.insert('firstNameOnly', { employeeId, firstName })
    work.insert('qualification', {
      employeeId,
      sinceYear: 2014,
      certificates: `RVTI ü, No. ${firstName}\nEPA 608`,
    })
    work.insert('workingHours', { employeeId, weekday: 6, opens: 9, closes: 12 })
    work.insert('workingHours', { employeeId, weekday: 1, opens: null, closes: null })
    work.insert('shopSession', {
      ...{ sessionId: treeId(`${employeeId} in the shop`), employeeId, employeeName: `${firstName} ü` },
      ...{ clockInTime: clock.later(1), clockOutTime: clock.later(1), isCorrected: true },
    })
    work.insert('timeOff', { timeOffId: employeeId, employeeId, ...days, enteredAt: clock.later(1) })
  }
  const serviceBayIds = ['2', 'Bay 3 🧽'].map(name => {
    const serviceBayId = treeId(`${of.companyUUID} bay ${name}`)
    work.insert('serviceBay', { serviceBayId, name, addedAt: clock.later(1) })
    return serviceBayId
  })
  const orderId = addPurchaseOrder(work, of.companyUUID, clock)
  const stockItemId = addStockItem(work, of.companyUUID, clock)
  for (const [index, random] of of.tickets.entries()) {
    const ticket = live(random, of, people, clock)
    await addRandomTicket(work, ticket, random, clock)
    addPlanAndCorrections(work, ticket, people, clock)
    addOrderLine(work, ticket, orderId, clock)
    takeFromStock(work, ticket, { stockItemId, position: index + 2 }, clock)
    addHelpers(work, ticket, people, clock)
    addToServiceBay(work, ticket, serviceBayIds)
    addWalkaround(work, ticket, clock)
  }
}

function addPlanAndCorrections(work: UnitOfWork, ticket: Ticket, people: readonly Employee[], clock: Clock) {
  const { ticketId, jobs } = ticket
  for (const [index, { id: uuid }] of people.entries()) {
    const date = `2024-05-0${index + 1}`
    work.insert('plannedAssignment', { ticketId, date, uuid, plannedAt: clock.later(1) })
  }
  for (const { sessionId, clockInTime, clockOutTime } of jobs.flatMap(job => job.sessions))
    for (const position of [1, 2])
      work.insert('clockCorrection', {
        ...{ sessionId, position, reason: `Reason ${position}`, at: clock.later(1) },
        ...{ actor: work.companyId, actorName: 'Owner', clockInBefore: clock.later(1) },
        ...{ clockInAfter: clockInTime, clockOutBefore: position === 1 ? null : clockOutTime },
        clockOutAfter: clockOutTime,
      })
}

function addPurchaseOrder(work: UnitOfWork, companyUUID: string, clock: Clock): string {
  const [vendorId, orderId] = [treeId(`${companyUUID} vendor`), treeId(`${companyUUID} order`)]
  const vendor = { name: 'Händler ü', accountNumber: 'A-1', phone: '', email: '', terms: 'Net 30' }
  work.insert('vendor', { vendorId, ...vendor, addedAt: clock.later(1) })
  const removed = { addedAt: clock.later(1), removedAt: clock.later(1) }
  work.insert('vendor', { vendorId: treeId(`${companyUUID} removed vendor`), ...vendor, ...removed })
  const times = { createdAt: clock.later(1), orderedAt: clock.later(1), closedAt: null }
  const details = {
    freight: cents(1250),
    trackingNumber: '1Z ü',
    invoiceNumber: 'L-7',
    invoiceTotal: cents(9900),
  }
  const emailed = { emailedAt: clock.later(1), emailedBy: 'Walt ü', emailedTo: 'po@lippert.example' }
  work.insert('purchaseOrder', { orderId, number: 1, vendorId, ...times, ...details, ...emailed })
  return orderId
}

/** With 100 pieces of it. */
function addStockItem(work: UnitOfWork, companyUUID: string, clock: Clock): string {
  const stockItemId = treeId(`${companyUUID} stock item`)
  work.insert('stockItem', {
    ...{
      stockItemId,
      partNumber: '4008-101 ü',
      description: 'Pumpe ü',
      place: 'shelf B',
      price: cents(6000),
    },
    ...{ cost: cents(4125), reorderPoint: 2.5, vendorId: treeId(`${companyUUID} vendor`) },
    ...{ addedAt: clock.later(1), removedAt: null },
  })
  work.insert('stockMovement', {
    ...{ stockItemId, position: 1, kind: 'counted', quantity: 100, at: clock.later(1), byName: 'Walt ü' },
    ...{ ticketId: null, partId: null, cost: null, note: 'First count ü' },
  })
  return stockItemId
}

function takeFromStock(
  work: UnitOfWork,
  { ticketId, parts }: Ticket,
  of: { readonly stockItemId: string; readonly position: number },
  clock: Clock,
) {
  work.insert('stockMovement', {
    ...{ ...of, kind: 'taken', quantity: -0.5, at: clock.later(1), byName: 'Rosa ü' },
    ...{ ticketId, partId: parts[0]?.partId ?? null, cost: cents(4125), note: '' },
  })
}

function addOrderLine(work: UnitOfWork, { ticketId, parts }: Ticket, orderId: string, clock: Clock) {
  const byWalt = { at: clock.later(1).getTime(), byName: 'Walt ü' }
  const receipts = [
    { quantity: 0.5, ...byWalt, place: 'shelf B' },
    { quantity: -0.25, ...byWalt, place: '', reason: 'Zu viel gezählt ü' },
  ]
  work.insert('purchaseOrderLine', {
    ...{ lineId: treeId(`line of ${ticketId}`), orderId, position: ticketId, ticketId },
    ...{ partId: parts[0]?.partId ?? null, stockItemId: null, quantity: 1.5, description: 'Pumpe ü' },
    partNumber: '4008',
    ...{ cost: cents(4125), expectedOn: '2025-12-04', receipts: JSON.stringify(receipts) },
    ...{ listPrice: cents(6000), coreCharge: cents(1000), condition: 'rebuilt' },
    coreReturns: JSON.stringify([{ quantity: 0.25, ...byWalt, credited: cents(250) }]),
    vendorReturns: JSON.stringify([
      {
        ...{
          returnId: treeId(`return of ${ticketId}`),
          quantity: 0.25,
          ...byWalt,
          reason: 'Falsches Teil ü',
        },
        ...{ restockingFee: cents(150), credited: ticketId % 2 === 0 ? cents(1100) : null, undoneAt: null },
      },
    ]),
  })
}

function addToServiceBay(work: UnitOfWork, ticket: Ticket, serviceBayIds: readonly string[]) {
  const serviceBayId = serviceBayIds[ticket.ticketId % 3]
  if (serviceBayId !== undefined && canBeInServiceBay(ticket))
    work.insert('ticketServiceBay', { ticketId: ticket.ticketId, serviceBayId })
}

function addWalkaround(work: UnitOfWork, { ticketId }: Ticket, clock: Clock) {
  if (ticketId % 2 === 0) return
  const damage = ticketId % 3 === 0 ? [] : ['Rear bumper scratched', 'Awning torn 🧽']
  const who = { recordedAt: clock.later(1), recordedBy: work.companyId, recordedByName: 'Owner' }
  work.insert('walkaround', { ticketId, propane: 'half', batteryVolts: 12.6, damage, ...who })
}

function addHelpers(
  work: UnitOfWork,
  { ticketId, assignedTechnician }: Ticket,
  people: readonly Employee[],
  clock: Clock,
) {
  const helpers = people.filter(({ id, roles }) => roles.isTechnician && id !== assignedTechnician)
  for (const person of helpers.slice(0, MAX_HELPERS)) {
    const helper = { employeeId: person.id, name: fullName(person), addedBy: work.companyId }
    work.insert('ticketHelper', { ticketId, ...helper, addedAt: clock.later(1) })
  }
}

async function addRandomTicket(
  work: UnitOfWork,
  lived: Ticket,
  { hold, messages, review, hasCustomer, addenda }: RandomTicket,
  clock: Clock,
): Promise<void> {
  const { ticketId } = lived
  const held =
    hold !== null && lived.state === 'active' ? { ...hold, since: clock.later(1), until: null } : null
  const ticket = { ...lived, hold: held }
  await insertTickets(work, [ticket])
  await work
    .update('companyCustomer')
    .set({ note: 'Hund ü', preferredContact: 'text', companyName: 'Marsh, Söhne & "Co"' })
    .set({ agreesToEmail: true, agreesToText: false, consentAt: clock.later(1), consentByName: 'Rita ü' })
    .set({ otherPhones: ['(574) 555-0199 ext. 2'], otherEmails: ['second@mail.example'] })
    .execute()
  const sessions = ticket.jobs.flatMap(({ jobNumber, sessions: ofJob }) =>
    ofJob.map(session => ({ ticketId, jobNumber, ...session, isLate: false })),
  )
  if (sessions.length > 0) addSessions(work, sessions)
  if (ticket.state === 'recorded') await addEntry(work, ticket)
  if (ticket.state === 'recorded')
    for (const { addendumId, by, text } of addenda)
      work.insert('addendum', {
        ...{ ticketId, addendumId, text, addedBy: by.id, addedByName: by.name },
        addedAt: clock.later(1),
      })
  if (held !== null) saveHold(work, ticketId, held, { isSame: false })
  for (const message of messages) work.insert('ticketMessage', { ticketId, ...message, at: clock.later(1) })
  if (review !== null && ticket.state === 'recorded')
    addReview(work, { ticketId, ...review, writtenAt: clock.later(1) })
  if (hasCustomer)
    await work.update('ticket').set({ customerUuid: CUSTOMER }).where('ticketId', '=', ticketId).execute()
}

const ANY_RIG = { make: 'Winnebago', model: 'Brave', year: '1971', axleAmount: null }

async function fill(
  database: Database,
  { companies, rigs }: typeof pool extends fc.Arbitrary<infer T> ? T : never,
) {
  const clock = new Clock()
  const [first] = companies
  if (first === undefined) return
  for (const each of companies)
    await asOwner(database, each, async work => {
      await addRandomCompany(work, each, clock)
      // The first company's are added below.
      if (each !== first)
        addOwnRigs(
          work,
          OWN_TEXTS.map(vin => ({ ...ANY_RIG, vin })),
        )
    })
  await asOwner(database, first, async work => {
    const added = { make: 'Ford', model: '', year: '', axleAmount: null, rvImage: null, addedAt: work.now }
    const customerUuids = { adder: first.companyUUID, customer: CUSTOMER, stranger: treeId('a stranger') }
    const rows = rigs.map((of, index) => ({
      ...added,
      vin: VINS[index + 1] ?? '',
      assigned: of !== 'adder',
      customerUuid: customerUuids[of],
    }))
    await work.database
      .insertInto('rig')
      .values(rows.filter(({ vin }) => isSharedVin(vin)))
      .execute()
    addOwnRigs(
      work,
      rows.filter(({ vin }) => !isSharedVin(vin)),
    )
    const details = {
      firstName: 'Lou',
      lastName: 'Marsh',
      email: 'lou@mail.example',
      phone: '',
      address: null,
    }
    const place = { latitude: 1.5, longitude: -2.25 }
    await work.database
      .insertInto('customer')
      .values({ customerUuid: CUSTOMER, ...details, ...place })
      .execute()
  })
}

async function exportFrom(database: Database, companyId: string | null): Promise<string> {
  const options = { database, companyId, now: NOW, link: (path: string) => path }
  return text(Readable.from(streamTree(options, await findCompanies(options))))
}

const RUNS = isLongRound ? 40 : 5

test(
  'an export, imported into an empty place and exported again, is the same to the byte',
  async () => {
    await fc.assert(
      fc.asyncProperty(pool, async random => {
        const companyId = random.isOfOneCompany ? (random.companies[0]?.companyUUID ?? null) : null
        const exported = await withEmptyDatabase(async database => {
          await fill(database, random)
          return exportFrom(database, companyId)
        })
        const tree = await writeImportFile(inject('postgres').folder, exported)
        await withEmptyDatabase(async database => {
          const { context, lines } = await createImportContext(database, NOW)
          await importTree(context, { tree }, false)
          expect(lines.filter(line => line.startsWith('  skipped'))).toEqual([])
          expect(await exportFrom(database, companyId)).toBe(exported)
          const { rows } = await sql<{ isRight: boolean }>`
            select s.is_corrected = (c.session_id is not null) as is_right from clock_session s
            left join clock_correction c
              on c.company_id = s.company_id and c.session_id = s.session_id and c.position = 1`.execute(
            database,
          )
          expect(rows.filter(({ isRight }) => !isRight)).toEqual([])
          const { rows: cards } = await sql<{ isRight: boolean }>`
            select card -> 'hold' ->> 'reason' is not distinct from reason
              and json_array_length(card -> 'helpers') = coalesce(helpers, 0)
              and card -> 'serviceBay' ->> 'name' is not distinct from service_bay.name
              and booked_day is not distinct from day and card ->> 'plannedDay' is not distinct from day::text
              as is_right
            from ticket left join ticket_hold using (company_id, ticket_id)
            left join ticket_service_bay using (company_id, ticket_id)
            left join service_bay using (company_id, service_bay_id) left join (
              select company_id, ticket_id, min(date) as day from planned_assignment group by 1, 2
            ) as planned using (company_id, ticket_id) left join (
              select company_id, ticket_id, count(*) as helpers from ticket_helper group by 1, 2
            ) as helping using (company_id, ticket_id)`.execute(database)
          expect(cards.filter(({ isRight }) => !isRight)).toEqual([])
          const asked = await sql`select from review_request`.execute(database)
          expect(asked.rows).toEqual([])
        })
      }),
      { numRuns: RUNS },
    )
  },
  RUNS * 20_000,
)

// Fills an empty database with demo data: two companies, their employees, tickets in every state, and years of
// history. It never changes a database in use.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EmployeeActor, Owner } from '#domain/account/actor.ts'
import { addDays, mondayOf } from '#domain/lib/calendar-date.ts'
import { dayOf, timestampOf } from '#domain/lib/company-time.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { deleteConfirmations } from '#server/auth/email-confirmation.ts'
import { argon2 } from '#server/auth/password-hashing.ts'
import type { Database } from '#server/db/database.ts'
import { runInTransaction, type UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { convertToTicket } from '#server/features/bookings/create-booking.ts'
import { addBooking, type Booking } from '#server/features/bookings/store.ts'
import { hashSignupToken } from '#server/features/rv-owners/signup-token.ts'
import { addRvOwner, type RvOwnerDetails } from '#server/features/rv-owners/store.ts'
import {
  bluebonnet,
  customers,
  june,
  loneStar,
  maya,
  PASSWORD,
  rosa,
  sam,
  walt,
  wyatt,
} from './demo-accounts.ts'
import { createDemoClient } from './demo-client.ts'
import { complaints, juneHistory } from './demo-jobs.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000

const daysBefore = (now: Date, days: number, hours = 0): Date =>
  new Date(now.getTime() - days * DAY_MS - hours * HOUR_MS)

type SeedContext = { readonly unitOfWorkServices: UnitOfWorkServices; readonly now: Date }

async function seedCompany(
  { unitOfWorkServices, now }: SeedContext,
  company: typeof bluebonnet,
): Promise<Owner> {
  const { owner: name, ...registration } = company
  const registeredAt = daysBefore(now, 1200)
  const client = createDemoClient(unitOfWorkServices, { kind: 'visitor' }, company.timeZone, registeredAt)
  const { companyUUID: id } = await client.companies.register({ ...registration, password: PASSWORD })
  const { database } = unitOfWorkServices
  // Registering asks only for the company's name; the demo owners have their own names, and have confirmed their email.
  await sql`update auth_user set name = ${name}, email_verified = true where id = ${id}`.execute(database)
  // No email is sent to made-up people.
  await deleteConfirmations(database, id)
  await database.deleteFrom('emailOutbox').where('recipient', '=', company.email).execute()
  return { kind: 'owner', id, name, companyId: id }
}

async function seedEmployees(
  context: SeedContext,
  owner: Owner,
  timeZone: string,
  people: readonly (typeof rosa)[],
) {
  const client = createDemoClient(context.unitOfWorkServices, owner, timeZone, daysBefore(context.now, 1190))
  const employees: string[] = []
  for (const person of people)
    employees.push((await client.employees.register({ ...person, password: PASSWORD })).id)
  return employees
}

const technicianOf = (person: typeof sam, id: string, { companyId }: Owner): EmployeeActor => ({
  kind: 'employee',
  id,
  companyId,
  name: fullName(person),
  isServiceWriter: false,
  isTechnician: true,
})

async function seedTrailerHistory(
  { unitOfWorkServices, now }: SeedContext,
  owner: Owner,
  technicians: readonly string[],
) {
  for (const [index, visit] of juneHistory.entries()) {
    const desk = (days: number, hours = 0) =>
      createDemoClient(
        unitOfWorkServices,
        owner,
        bluebonnet.timeZone,
        daysBefore(now, visit.daysAgo + days, hours),
      )
    const jobs = visit.jobs.map(({ problem, estimatedTime }) => ({ problem, estimatedTime }))
    const { ticketId } = await desk(6).tickets.create({ ...june, jobs })
    const employeeId = technicians[index % technicians.length] ?? ''
    await desk(5).tickets.assign({ ticketId, employeeId })
    for (const [position, { cause, correction }] of visit.jobs.entries())
      await desk(3).tickets.changeJob({ ticketId, jobNumber: position + 1, cause, correction })
    for (const part of visit.parts) await desk(2).tickets.addPart({ ticketId, ...part })
    await desk(1).tickets.finalize({ ticketId })
    await desk(0).tickets.complete({ ticketId })
  }
}

async function seedBooking(
  { unitOfWorkServices, now }: SeedContext,
  owner: Owner,
  index: number,
): Promise<void> {
  const { customerDetails, customerRV } = customers[index] ?? june
  const { timeZone } = bluebonnet
  const bookedAt = daysBefore(now, 0, 5)
  const by = { id: 'public', name: fullName(customerDetails) }
  const execution = { actor: owner, actorKey: owner.id, now: bookedAt, timeZone, by }
  const { address, ...customer } = customerDetails
  const [problem = ''] = complaints[index] ?? []
  const nextWeek = addDays(mondayOf(dayOf(now, timeZone)), 1 + index)
  const site =
    index % 2 === 0 ? ({ place: 'shop', address: '' } as const) : ({ place: 'site', address } as const)
  await runInTransaction(unitOfWorkServices, execution, 'command', async work => {
    const booking: Booking = {
      bookingId: randomUUID(),
      ticketId: null,
      ...customer,
      ...customerRV,
      problem,
      ...site,
      campground: '',
      siteNumber: '',
      latitude: null,
      longitude: null,
      photos: [],
      wantedAt: timestampOf(nextWeek, 10, timeZone),
      bookedAt,
      emailConfirmedAt: null,
      declineReason: null,
      rescheduledAt: null,
      remindedAt: null,
    }
    await addBooking(work, booking)
    await convertToTicket(work, booking, null, timeZone)
  })
}

/** Yesterday Sam forgot to clock out at closing, and noticed at night. */
async function seedLateClockOut(
  { unitOfWorkServices, now }: SeedContext,
  technician: EmployeeActor,
  ticketId: number,
): Promise<void> {
  const { timeZone } = bluebonnet
  const yesterday = addDays(dayOf(now, timeZone), -1)
  const at = (hour: number) =>
    createDemoClient(unitOfWorkServices, technician, timeZone, timestampOf(yesterday, hour, timeZone))
  await at(15).tickets.clockIn({ ticketId, jobNumber: 1 })
  await at(21).tickets.clockOut({ ticketId, jobNumber: 1 })
}

/** Open tickets in every state. */
async function seedBoard(context: SeedContext, owner: Owner, technicians: readonly string[]): Promise<void> {
  const { unitOfWorkServices, now } = context
  const remaining = ['active', 'active', 'active', 'approval', 'approval', 'completed'] as const
  for (const [index, state] of remaining.entries()) {
    const desk = (days: number) =>
      createDemoClient(unitOfWorkServices, owner, bluebonnet.timeZone, daysBefore(now, days, 2 + index))
    const jobs = (complaints[index] ?? []).map((problem, line) => ({
      problem,
      estimatedTime: 1 + line * 0.75,
      estimate: state === 'approval',
    }))
    const { ticketId } = await desk(4).tickets.create({ ...(customers[index] ?? june), jobs })
    const employeeId = technicians[index % technicians.length] ?? ''
    if (index > 0) await desk(3).tickets.assign({ ticketId, employeeId })
    if (index === 1) await seedLateClockOut(context, technicianOf(sam, employeeId, owner), ticketId)
    if (state === 'active') continue
    await desk(2).tickets.addPart({
      ticketId,
      quantity: 2,
      description: 'Self-leveling sealant, tube',
      perPartAmount: 13.75,
    })
    if (state === 'approval') {
      await desk(1).tickets.changeJob({ ticketId, jobNumber: 1, suggestedTime: 2.5 })
      await desk(1).tickets.askApproval({ ticketId })
    } else await desk(1).tickets.finalize({ ticketId })
  }
  await seedBooking(context, owner, 6)
  await seedBooking(context, owner, 7)
}

/** An account without a company. */
async function seedAccount(
  { unitOfWorkServices, now }: SeedContext,
  person: RvOwnerDetails,
): Promise<string> {
  const id = randomUUID()
  const passwordHash = await argon2.hash(PASSWORD)
  const at = daysBefore(now, 400)
  const execution = { actor: { kind: 'visitor' }, actorKey: null, now: at, timeZone: 'UTC' } as const
  const { email, ...details } = person
  // Nor is one here: the signup token is inserted directly.
  const tokenHash = hashSignupToken(randomUUID())
  await sql`insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
    values (${tokenHash}, ${email}, ${now}, ${at}, ${at})`.execute(unitOfWorkServices.database)
  await runInTransaction(unitOfWorkServices, execution, 'command', work =>
    addRvOwner(work, { id, tokenHash, passwordHash }, details),
  )
  return id
}

export type SeededAccounts = {
  readonly bluebonnet: {
    readonly owner: Owner
    readonly walt: string
    readonly rosa: string
    readonly sam: string
  }
  readonly loneStar: { readonly owner: Owner; readonly wyatt: string }
  /** Accounts without a company: an RV owner, and a founder. */
  readonly june: string
  readonly maya: string
}

/** Creates both companies with their employees, without tickets. For tests. */
export async function seedCompanies(
  unitOfWorkServices: UnitOfWorkServices,
  now: Date,
): Promise<SeededAccounts> {
  const context = { unitOfWorkServices, now }
  const dana = await seedCompany(context, bluebonnet)
  const ray = await seedCompany(context, loneStar)
  const [waltId = '', rosaId = '', samId = ''] = await seedEmployees(context, dana, bluebonnet.timeZone, [
    walt,
    rosa,
    sam,
  ])
  const [wyattId = ''] = await seedEmployees(context, ray, loneStar.timeZone, [wyatt])
  return {
    bluebonnet: { owner: dana, walt: waltId, rosa: rosaId, sam: samId },
    loneStar: { owner: ray, wyatt: wyattId },
    june: await seedAccount(context, june.customerDetails),
    maya: await seedAccount(context, maya),
  }
}

const signIn = (person: typeof walt | typeof maya): string => `  ${person.email}  ${fullName(person)}`

/**
 * Fills an empty database with demo data and returns the logins to print. A database with a company is left
 * unchanged, and the message says so.
 */
export async function seedDemoData(database: Database, now: Date): Promise<string[]> {
  const existing = await database.selectFrom('directory').select('companyId').limit(1).executeTakeFirst()
  if (existing !== undefined) return ['The database is not empty, so the demo was not added to it.']
  // There are no listeners yet.
  const unitOfWorkServices = { database, publish: () => {} }
  const companies = await seedCompanies(unitOfWorkServices, now)
  const { owner } = companies.bluebonnet
  const technicians = [companies.bluebonnet.rosa, companies.bluebonnet.sam]
  await seedTrailerHistory({ unitOfWorkServices, now }, owner, technicians)
  await seedBoard({ unitOfWorkServices, now }, owner, technicians)
  return [
    `The demo data is ready. Everyone logs in with the password ${PASSWORD}:`,
    `  ${bluebonnet.email}  ${bluebonnet.owner}, owner of ${bluebonnet.companyName}`,
    ...[walt, rosa, sam].map(signIn),
    `  ${loneStar.email}  ${loneStar.owner}, owner of ${loneStar.companyName}`,
    signIn(wyatt),
    `${signIn(june.customerDetails)}, an RV owner`,
    `${signIn(maya)}, a founder if FOUNDERS lists this email`,
    `A rig with three years of history: VIN ${june.customerRV.vin}`,
  ]
}

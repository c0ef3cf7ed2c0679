// Fills an empty database with demo data: two companies, their employees, tickets in every state, and years of
// history. It never changes a database in use.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EmployeeActor, Owner } from '#domain/account/actor.ts'
import { addDays, mondayOf } from '#domain/lib/calendar-date.ts'
import { dayOf, timestampOf } from '#domain/lib/company-time.ts'
import { fromDollars } from '#domain/lib/money.ts'
import type { PhotoStage } from '#domain/photos/photo.ts'
import { uncountedReasonOf } from '#domain/reviews/review.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { createDemoClient } from '#server/app/demo-client.ts'
import { deleteConfirmations } from '#server/auth/email-confirmation.ts'
import { argon2 } from '#server/auth/password-hashing.ts'
import type { Database } from '#server/db/database.ts'
import { runInTransaction, type UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { convertToTicket } from '#server/features/bookings/create-booking.ts'
import { addBooking, type Booking, UNANSWERED } from '#server/features/bookings/store.ts'
import { lockCompany, saveVerificationPeriod } from '#server/features/companies/store.ts'
import { ensureLink, isEmailConfirmedByLink, saveLink } from '#server/features/customer-links/store.ts'
import { addPhotos, getOpenJob } from '#server/features/photos/commands.ts'
import { addReview, updateBadge } from '#server/features/reviews/store.ts'
import { hashSignupToken } from '#server/features/rv-owners/signup-token.ts'
import { addRvOwner, type RvOwnerDetails } from '#server/features/rv-owners/store.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { fileKeyOf } from '#server/files/file-keys.ts'
import type { FileStore } from '#server/files/file-store.ts'
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
} from '#server/seed/demo-accounts.ts'
import { juneHistory, juneReviews, openTickets, reviewedVisits } from '#server/seed/demo-jobs.ts'
import { type DamagePlace, drawPhoto, PHOTO_SIZE } from '#server/seed/demo-photos.ts'

type SeedContext = { readonly unitOfWorkServices: UnitOfWorkServices; readonly now: Date }
/** The demo's photos need the file store as well. */
type DemoContext = SeedContext & { readonly files: FileStore }

const isWorkday = (day: string): boolean => addDays(mondayOf(day), 4) >= day

/** So many workdays before the last one on or before `day`. */
function workdayBefore(day: string, workdays: number): string {
  let found = day
  while (!isWorkday(found)) found = addDays(found, -1)
  return workdays === 0 ? found : workdayBefore(addDays(found, -1), workdays - 1)
}

/** An hour of the last workday that is at least `days` days ago; of another one before that for `workdays`. */
function timeOfWork(now: Date, timeZone: string, days: number, hour: number, workdays = 0): Date {
  const day = addDays(dayOf(now, timeZone), -days)
  return timestampOf(workdayBefore(day, workdays), hour, timeZone)
}

async function seedCompany(
  { unitOfWorkServices, now }: SeedContext,
  company: typeof bluebonnet,
): Promise<Owner> {
  const { owner: name, ...registration } = company
  const registeredAt = timeOfWork(now, company.timeZone, 1200, 9)
  const client = createDemoClient(unitOfWorkServices, { kind: 'visitor' }, company.timeZone, registeredAt)
  const laborRate = fromDollars(registration.laborRate)
  const { companyUUID: id } = await client.companies.register({
    ...registration,
    laborRate,
    password: PASSWORD,
  })
  const { database } = unitOfWorkServices
  // Registering asks only for the company's name; the demo owners have their own names, and have confirmed their email.
  await sql`update auth_user set name = ${name}, email_verified = true where id = ${id}`.execute(database)
  // Both drive to their customers, which registering does not ask for.
  await database.updateTable('company').set({ mobileBusiness: true }).where('companyId', '=', id).execute()
  const { mobileRange } = company
  await database.updateTable('directory').set({ mobileRange }).where('companyId', '=', id).execute()
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
  const client = createDemoClient(
    context.unitOfWorkServices,
    owner,
    timeZone,
    timeOfWork(context.now, timeZone, 1190, 10),
  )
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

type Visit = {
  readonly daysAgo: number
  readonly jobs: readonly {
    readonly problem: string
    readonly cause: string
    readonly correction: string
    readonly estimatedTime: number
  }[]
  readonly parts: readonly {
    readonly quantity: number
    readonly description: string
    readonly perPartAmount: number
  }[]
}

/** A completed ticket, a week of work. */
async function seedVisit(
  { unitOfWorkServices, now }: SeedContext,
  owner: Owner,
  customer: typeof june | (typeof customers)[number],
  employeeId: string,
  visit: Visit,
): Promise<number> {
  const { timeZone } = bluebonnet
  const desk = (workdays: number, hour: number) =>
    createDemoClient(
      unitOfWorkServices,
      owner,
      timeZone,
      timeOfWork(now, timeZone, visit.daysAgo, hour, workdays),
    )
  const jobs = visit.jobs.map(({ problem, estimatedTime }) => ({ problem, estimatedTime }))
  const { ticketId } = await desk(5, 9).tickets.create({ ...customer, jobs })
  await desk(4, 8).tickets.assign({ ticketId, employeeId })
  for (const [position, { cause, correction }] of visit.jobs.entries())
    await desk(3, 11).tickets.changeJob({ ticketId, jobNumber: position + 1, cause, correction })
  for (const { perPartAmount, ...part } of visit.parts)
    await desk(2, 14).tickets.addPart({ ticketId, ...part, perPartAmount: fromDollars(perPartAmount) })
  await desk(1, 15).tickets.finalize({ ticketId })
  await desk(0, 16).tickets.complete({ ticketId })
  return ticketId
}

type ReviewContent = { readonly stars: number; readonly words: string }

const NOT_BY_STAFF = { isStaffEmail: false, isStaffBrowser: false, isStaffNetwork: false }

/** The customer's review on the workday that the visit was completed. */
async function seedReview(
  { unitOfWorkServices, now }: SeedContext,
  owner: Owner,
  ticketId: number,
  daysAgo: number,
  { stars, words }: ReviewContent,
): Promise<void> {
  const { timeZone } = bluebonnet
  const writtenAt = timeOfWork(now, timeZone, daysAgo, 17)
  const execution = { actor: owner, actorKey: owner.id, now: writtenAt, timeZone }
  await runInTransaction(unitOfWorkServices, execution, 'command', async work => {
    const ticket = await getTicket(work, ticketId)
    const confirmedEmail = ticket.customerDetails.email.toLowerCase()
    // Each was sent the link, and opened it from the email.
    saveLink(work, { ...(await ensureLink(work, ticket)), openedAt: writtenAt, confirmedEmail })
    const isEmailConfirmed = await isEmailConfirmedByLink(work, ticket)
    const rig = rigName(ticket.customerRV)
    addReview(work, {
      ...{ ticketId, stars, words, writtenAt, rig },
      uncountedBecause: uncountedReasonOf({ ...NOT_BY_STAFF, isEmailConfirmed }),
    })
  })
}

/** Three years of June Park's trailer, a visit of each other customer, and what they wrote about them. */
async function seedHistory(context: SeedContext, owner: Owner, technicians: readonly string[]) {
  const technicianOf = (index: number) => technicians[index % technicians.length] ?? ''
  for (const [index, visit] of juneHistory.entries()) {
    const ticketId = await seedVisit(context, owner, june, technicianOf(index), visit)
    const review = juneReviews[index - (juneHistory.length - juneReviews.length)]
    if (review !== undefined) await seedReview(context, owner, ticketId, visit.daysAgo, review)
  }
  for (const [index, visit] of reviewedVisits.entries()) {
    const ticketId = await seedVisit(context, owner, customers[index] ?? june, technicianOf(index), visit)
    await seedReview(context, owner, ticketId, visit.daysAgo, visit)
  }
}

/** Trusted by its reviews, and Verified by a month with the founders. */
async function seedBadges({ unitOfWorkServices, now }: SeedContext, owner: Owner): Promise<void> {
  const { timeZone } = bluebonnet
  const today = dayOf(now, timeZone)
  const month = { from: addDays(today, -450), until: addDays(today, -420), note: 'Demo' }
  const givenAt = timeOfWork(now, timeZone, 1, 17)
  const execution = { actor: owner, actorKey: owner.id, now: givenAt, timeZone }
  await runInTransaction(unitOfWorkServices, execution, 'command', async work => {
    await updateBadge(work)
    await saveVerificationPeriod(work, await lockCompany(work), month)
  })
}

/** Photos of a ticket's first line, taken by its technician. */
async function seedPhotos(
  { unitOfWorkServices, files }: DemoContext,
  technician: EmployeeActor,
  ticketId: number,
  addedAt: Date,
  damage: DamagePlace,
  moments: readonly PhotoStage[],
): Promise<void> {
  const photos = moments.map(moment => ({ photoId: randomUUID(), moment, addedAt, ...PHOTO_SIZE }))
  for (const { photoId, moment } of photos) {
    const location = { companyId: technician.companyId, ticketId, imageId: photoId }
    for (const [size, bytes] of await drawPhoto(damage, moment))
      await files.write(fileKeyOf(location, size), bytes, 'image/webp')
  }
  const { timeZone } = bluebonnet
  const execution = { actor: technician, actorKey: technician.id, now: addedAt, timeZone }
  await runInTransaction(unitOfWorkServices, execution, 'command', async work =>
    addPhotos(work, await getOpenJob(work, { ticketId, jobNumber: 1 }), photos),
  )
}

async function seedBooking(
  { unitOfWorkServices, now }: SeedContext,
  owner: Owner,
  index: number,
): Promise<void> {
  const { customerDetails, customerRV } = customers[index] ?? june
  const { timeZone } = bluebonnet
  const bookedAt = timeOfWork(now, timeZone, 1, 11 + (index % 2))
  const by = { id: 'public', name: fullName(customerDetails) }
  const execution = { actor: owner, actorKey: owner.id, now: bookedAt, timeZone, by }
  const { address, ...customer } = customerDetails
  const [problem = ''] = openTickets[index]?.problems ?? []
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
      ...UNANSWERED,
    }
    addBooking(work, booking)
    await convertToTicket(work, booking, null, timeZone)
  })
}

/** On the last workday Sam forgot to clock out at closing, and noticed at night. */
async function seedLateClockOut(
  { unitOfWorkServices, now }: SeedContext,
  technician: EmployeeActor,
  ticketId: number,
): Promise<void> {
  const { timeZone } = bluebonnet
  const at = (hour: number) =>
    createDemoClient(unitOfWorkServices, technician, timeZone, timeOfWork(now, timeZone, 1, hour))
  await at(15).tickets.clockIn({ ticketId, jobNumber: 1 })
  await at(21).tickets.clockOut({ ticketId, jobNumber: 1 })
}

/** Open tickets in every state. */
async function seedBoard(
  context: DemoContext,
  owner: Owner,
  technicians: readonly EmployeeActor[],
): Promise<void> {
  const { unitOfWorkServices, now } = context
  const { timeZone } = bluebonnet
  const states = ['active', 'active', 'active', 'approval', 'approval', 'completed'] as const
  for (const [index, state] of states.entries()) {
    const at = (workdays: number, hour: number) => timeOfWork(now, timeZone, 1, hour, workdays)
    const desk = (workdays: number, hour: number) =>
      createDemoClient(unitOfWorkServices, owner, timeZone, at(workdays, hour))
    const { problems = [], finding = null } = openTickets[index] ?? {}
    const jobs = problems.map((problem, line) => ({
      problem,
      estimatedTime: 1 + line * 0.75,
      estimate: state === 'approval',
    }))
    const { ticketId } = await desk(3, 9 + index).tickets.create({ ...(customers[index] ?? june), jobs })
    const technician = technicians[index % technicians.length]
    if (technician === undefined || finding === null) continue
    await desk(2, 8).tickets.assign({ ticketId, employeeId: technician.id })
    const { cause, correction, damage } = finding
    const bay = createDemoClient(unitOfWorkServices, technician, timeZone, at(2, 10 + index))
    await bay.tickets.changeJob({ ticketId, jobNumber: 1, cause, ...(correction !== '' && { correction }) })
    const moments: PhotoStage[] = correction === '' ? ['before'] : ['before', 'after']
    await seedPhotos(context, technician, ticketId, at(2, 10 + index), damage, moments)
    if (index === 1) await seedLateClockOut(context, technician, ticketId)
    if (state === 'active') continue
    await desk(1, 9).tickets.addPart({
      ticketId,
      quantity: 2,
      description: 'Self-leveling sealant, tube',
      perPartAmount: fromDollars(13.75),
    })
    if (state === 'approval') {
      await desk(0, 9).tickets.changeJob({ ticketId, jobNumber: 1, suggestedTime: 2.5 })
      await desk(0, 9 + index).tickets.askApproval({ ticketId })
    } else await desk(0, 14).tickets.finalize({ ticketId })
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
  const at = timeOfWork(now, bluebonnet.timeZone, 400, 17)
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
export async function seedDemoData(database: Database, files: FileStore, now: Date): Promise<string[]> {
  const existing = await database.selectFrom('directory').select('companyId').limit(1).executeTakeFirst()
  if (existing !== undefined) return ['The database is not empty, so the demo was not added to it.']
  // There are no listeners yet.
  const unitOfWorkServices = { database, publish: () => {} }
  const context = { unitOfWorkServices, files, now }
  const { owner, ...people } = (await seedCompanies(unitOfWorkServices, now)).bluebonnet
  await seedHistory(context, owner, [people.rosa, people.sam])
  await seedBadges(context, owner)
  await seedBoard(context, owner, [
    technicianOf(rosa, people.rosa, owner),
    technicianOf(sam, people.sam, owner),
  ])
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

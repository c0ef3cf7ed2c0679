import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { COMPANY_SUSPENDED } from '#domain/companies/suspended-message.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { adminSentence } from '#domain/platform-admin/admin-sentences.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { bluebonnet, june, loneStar, PASSWORD, rosa, sam, walt } from '#server/seed/demo-accounts.ts'
import {
  addEveryImage,
  addPhoto,
  backUp,
  dumpEverything,
  restoreIntoNewDatabase,
} from '../../../../test/support/backup-fixtures.ts'
import { bookAs, bookingInputOf } from '../../../../test/support/booking-fixtures.ts'
import { customerOfLink, tokenIn } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase, waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import { createTestBrowser, subscriptionOf } from '../../../../test/support/push-service.ts'
import { runAdmin } from '../../../../test/support/run-admin.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { signUp } from '../../../../test/support/signup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const zelda = {
  firstName: 'Zelda',
  lastName: 'Quimby',
  email: 'zelda.quimby@mail.example',
  phone: '(574) 555-7719',
  address: '9 Larkspur Lane, Goshen, IN 46526',
  coordinates: { latitude: 41.58231, longitude: -85.83442 },
}
/** Also a customer of the other company. */
const milo = {
  firstName: 'Milo',
  lastName: 'Tarrant',
  email: 'milo@mail.example',
  phone: '(574) 555-6628',
  address: '4 Thistle Court, Goshen, IN 46526',
  coordinates: { latitude: 41.61111, longitude: -85.72222 },
}
const VIN = sharedVin('DELETE-COMPANY-1')

/** What must be gone. A technician's name stays where they did the work. */
const STRINGS = [
  ...[
    zelda.lastName,
    zelda.email,
    '555-7719',
    'Larkspur',
    'Sunny Pines',
    'Waiting by the phone',
    'Roof vent',
  ],
  ...[bluebonnet.email, bluebonnet.owner, bluebonnet.companyPhone, 'Cassopolis', 'IN-4471-0151'],
  ...[walt, rosa, sam].map(({ email }) => email),
  walt.lastName,
]

let app: TestApp
const files = createFakeFileStore()
const visit = { ticketId: 0, record: {} as unknown, photo: '' }
let owner: Awaited<ReturnType<typeof signUp>>

async function createTicket(customerDetails: typeof zelda, vin: string) {
  const { ticketId } = await app.as('dana').tickets.create({
    customerDetails,
    customerRV: { ...june.customerRV, vin },
    jobs: [
      { problem: 'Roof leak above the bunk', estimatedTime: 1.25 },
      { problem: 'Roof vent is loose', estimatedTime: 1 },
    ],
  })
  return ticketId
}

async function openLink(ticketId: number) {
  const { link } = await app.as('dana').customerLinks.create({ ticketId })
  const token = tokenIn(link.path)
  return { token, ...(await customerOfLink(app, token, '7719')) }
}

/** A recorded ticket with all that can hang on one. */
async function completeTicket(): Promise<void> {
  const desk = app.as('dana')
  const ticketId = await createTicket(zelda, VIN)
  await addEveryImage(app, ticketId)
  await desk.tickets.assign({ ticketId, employeeId: app.ids.rosa })
  const bay = app.as('rosa')
  await bay.tickets.clockIn({ ticketId, jobNumber: 1 })
  app.now = new Date(app.now.getTime() + 60_000)
  await bay.tickets.clockOut({ ticketId, jobNumber: 1 })
  await desk.tickets.addPart({
    ticketId,
    quantity: 1,
    description: 'Sealant',
    perPartAmount: 12.5,
    jobNumber: 1,
  })
  const { token, client } = await openLink(ticketId)
  await client.customerView.subscribePush({
    token,
    ...subscriptionOf(createTestBrowser('https://fcm.googleapis.com')),
  })
  await client.customerView.post({ token, text: 'Waiting by the phone' })
  await desk.approvals.request({ ticketId, jobNumbers: [1, 2] })
  for (const [index, answer] of (['approved', 'declined'] as const).entries()) {
    const line = (await client.customerView.listApprovals({ token })).lines[index]
    if (line === undefined) throw new Error('Nothing is asked.')
    const { requestId, jobNumber, version } = line
    await client.customerView.answerLine({
      token,
      requestId,
      jobNumber,
      version,
      answer,
      typedName: 'Zelda Quimby',
    })
  }
  await desk.tickets.finalize({ ticketId })
  await desk.tickets.complete({ ticketId })
  await client.reviews.create({ token, stars: 4, words: 'Zelda Quimby was here' })
  const { claim } = await desk.customerLinks.get({ ticketId })
  const { firstName, lastName, phone } = zelda
  owner = await signUp(app, zelda.email, { firstName, lastName, phone })
  await owner.rigClaims.claim({ vin: VIN, code: claim?.code ?? '' })
  visit.ticketId = ticketId
}

/** Tickets in all other states, and bookings. */
async function createOpenTickets(): Promise<void> {
  const desk = app.as('dana')
  const [active, asked, finalized, held] = [
    await createTicket(zelda, sharedVin('DELETE-2')),
    await createTicket({ ...zelda, email: 'a.second@mail.example' }, sharedVin('DELETE-3')),
    await createTicket({ ...zelda, email: 'a.third@mail.example' }, sharedVin('DELETE-4')),
    await createTicket(zelda, sharedVin('DELETE-5')),
  ]
  await addPhoto(app, active)
  const tomorrow = addDays(dayOf(app.now, bluebonnet.timeZone), 1)
  await desk.tickets.assign({ ticketId: active, employeeId: app.ids.sam, date: tomorrow })
  await desk.tickets.askApproval({ ticketId: asked })
  await desk.tickets.finalize({ ticketId: finalized })
  await desk.onHold.set({ ticketId: held, reason: 'part', note: 'Roof vent' })
  const declined = await bookAs(app, bookingInputOf(app.now))
  await desk.tickets.decline({ ticketId: declined.ticketId ?? 0, reason: 'Fully booked' })
  await bookAs(app, bookingInputOf(app.now))
  await app.unconfirmedBooking()
}

const rowsWith = async (strings: readonly string[], connection = app.connection) =>
  Object.entries(await dumpEverything(connection)).flatMap(([table, rows]) =>
    rows.filter(row => strings.some(each => row.includes(each))).map(row => `${table}: ${row}`),
  )
const tablesWith = async (strings: readonly string[]) =>
  [...new Set((await rowsWith(strings)).map(row => row.split(':')[0]))].sort()

const deleteBluebonnet = (args = ['--yes']) =>
  runAdmin(app, ['delete-company', bluebonnet.companyName, ...args], {
    images: async () => ({ files, folder: await mkdtemp(join(inject('postgres').folder, 'journal-')) }),
  })
const close = () =>
  runAdmin(app, ['close-company', bluebonnet.companyName, '--yes', '--reason', 'Its owner asked for it'])

const readRecord = () => owner.rigClaims.get({ vin: VIN })

beforeAll(async () => {
  app = await createTestApp({ files })
  // The sign-in library uses the real clock.
  app.now = new Date()
  await completeTicket()
  await createOpenTickets()
  // The other company knows Milo, and Bluebonnet too.
  for (const desk of ['dana', 'ray'] as const) {
    const { ticketId } = await app.as(desk).tickets.create({
      customerDetails: milo,
      customerRV: { ...june.customerRV, vin: sharedVin('DELETE-MILO') },
      jobs: [],
    })
    await app.as(desk).tickets.finalize({ ticketId })
    await app.as(desk).tickets.complete({ ticketId })
  }
})
afterAll(() => app.close())

describe('deleting a company', () => {
  test('is refused while it is open, and nothing changes', async () => {
    const before = await dumpDatabase(app.database)
    await expect(deleteBluebonnet()).rejects.toThrow(/^Bluebonnet RV is open\. Close it first: npm run admin/)
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('says first what goes, and asks for its name', async () => {
    await close()
    const before = await dumpDatabase(app.database)
    await expect(deleteBluebonnet([])).rejects.toThrow(
      'This deletes Bluebonnet RV (dana@bluebonnet.example), for good. Employees: 3. ' +
        'Open tickets, whose customers get an email: 5. Visits that stay in the rigs’ histories: 2. Add --yes',
    )
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('leaves the work on the rigs it completed, and no word else', async () => {
    const history = await app.as('visitor').workHistory.get({ vin: VIN })
    const record = await readRecord()
    const [photo] = record.visits.flatMap(({ work }) => work.flatMap(({ photos }) => photos))
    expect((await rowsWith(STRINGS)).length).toBeGreaterThan(30)
    const others = await rowsWith([app.ids.ray])
    const images = [...files.files.keys()]
    app.now = new Date(app.now.getTime() + 1000)

    expect(await deleteBluebonnet()).toMatch(/^Deleted\. Employees: 3\. /)

    // An RV owner's own account stays, with what they did; and the emails about it wait.
    const ownAccount = /^(auth_user|customer|sign_in|platform_audit): .*Zelda/
    const emails = /^email_outbox: .*(Your ticket at Bluebonnet RV has ended|was deleted from|Create your)/
    expect((await rowsWith(STRINGS)).filter(row => !ownAccount.test(row) && !emails.test(row))).toEqual([])
    // With the other company.
    expect(await tablesWith([milo.lastName])).toEqual(['change_log', 'company_customer', 'ticket'])
    const zeldas = app.database
      .selectFrom('customer')
      .select('customerUuid')
      .where('lastName', '=', zelda.lastName)
    expect(await zeldas.execute()).toHaveLength(1)
    expect(await tablesWith([app.ids.dana])).toEqual(
      [
        'company',
        'deleted_account',
        'directory',
        'job',
        'photo',
        'platform_audit',
        'rig',
        'rig_claim',
        'ticket',
        'work_history',
      ].sort(),
    )
    expect(await rowsWith([app.ids.ray])).toEqual(others)
    expect(await app.as('visitor').workHistory.get({ vin: VIN })).toEqual(history)
    expect(await readRecord()).toEqual(record)
    expect(record.visits[0]?.companyName).toBe(bluebonnet.companyName)
    expect(photo).toBeDefined()
    // Of the visit one photo, in two sizes.
    expect([...files.files.keys()]).toHaveLength(2)
    expect(images.length).toBeGreaterThan(8)
  })

  test('tells its owner and the customers of its open tickets, each once', async () => {
    await waitUntilDelivered(app.database)
    const last = app.sentEmails.slice(-5).map(({ recipient, subject }) => `${recipient}: ${subject}`)
    expect(last.sort()).toEqual([
      'a.second@mail.example: Your ticket at Bluebonnet RV has ended',
      'a.third@mail.example: Your ticket at Bluebonnet RV has ended',
      'dana@bluebonnet.example: Bluebonnet RV was deleted from Rigwright',
      'lucille.okafor@mail.example: Your ticket at Bluebonnet RV has ended',
      'zelda.quimby@mail.example: Your ticket at Bluebonnet RV has ended',
    ])
  })

  test('frees its emails, opens nothing any more, and founders see who did it', async () => {
    for (const email of [bluebonnet.email, walt.email]) {
      const json = { email, password: PASSWORD }
      expect((await app.fetch('/api/auth/sign-in/email', { method: 'POST', json })).status).toBe(401)
    }
    expect(await errorOf(app.as('visitor').companies.get({ companyId: app.ids.dana }))).toMatchObject({
      code: 'NOT_FOUND',
      message: COMPANY_SUSPENDED,
    })
    const founders = app.as('maya').platformAdmin
    expect((await founders.listCompanies({ q: '' })).companies.map(({ companyName }) => companyName)).toEqual(
      [loneStar.companyName],
    )
    const restoring = founders.restore({ companyUUID: app.ids.dana, reason: 'A mistake' })
    expect(await errorOf(restoring)).toMatchObject({ code: 'NOT_FOUND' })
    const [entry] = (await founders.listAuditEntries({})).entries
    expect(entry && adminSentence(entry)).toBe(
      'Operator deleted Bluebonnet RV; its visits stay in the rigs’ work histories',
    )
    await expect(deleteBluebonnet()).rejects.toThrow(/^There is no company “Bluebonnet RV”/)
    const { companyName, email, companyPhone } = bluebonnet
    await app.as('visitor').companies.register({ companyName, email, companyPhone, password: PASSWORD })
    const [backup] = [await backUp(app, files)]
    expect((await restoreIntoNewDatabase(backup.file)).files.files.size).toBe(2)
  })
})

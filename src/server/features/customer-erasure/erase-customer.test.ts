import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { fileKeysOf } from '#server/files/file-keys.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { addEveryImage, dumpEverything } from '../../../../test/support/backup-fixtures.ts'
import { bookAs, bookingInputOf } from '../../../../test/support/booking-fixtures.ts'
import { customerOfLink, tokenIn } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase, waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import {
  type ForgettablePerson,
  milo,
  stringsOf,
  zelda,
} from '../../../../test/support/forgettable-people.ts'
import { signUp } from '../../../../test/support/signup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
const files = createFakeFileStore()
let vins = 0
/** Zelda's tickets that were closed by one test before another. */
const closed: number[] = []

beforeAll(async () => {
  app = await createTestApp({ files })
  // The sign-in library uses the real clock.
  app.now = new Date()
})
afterAll(() => app.close())

async function createTicket(person: ForgettablePerson, at: 'dana' | 'ray' = 'dana') {
  vins += 1
  const vin = `ERASE-${vins}`
  const { ticketId } = await app.as(at).tickets.create({
    customerDetails: person,
    customerRV: { ...june.customerRV, vin },
    jobs: [{ problem: 'Roof leak above the bunk', estimatedTime: 1.25 }],
  })
  return { ticketId, vin }
}

async function close(ticketId: number, at: 'dana' | 'ray' = 'dana') {
  await app.as(at).tickets.finalize({ ticketId })
  await app.as(at).tickets.complete({ ticketId })
}

const createPhoto = async () =>
  new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
      .png()
      .toBuffer(),
  )

const NOBODY_ELSE = { firstName: 'Otis', lastName: 'Redd', email: 'otis@mail.example', phone: '5745550188' }

/** Rows of the spreadsheet of customers that Bluebonnet imported. */
async function importCustomer({ firstName, lastName, phone, address }: ForgettablePerson, email: string) {
  const importId = randomUUID()
  const companyId = app.ids.dana
  const ofRun = { startedAt: app.now, startedBy: companyId, startedByName: 'Dana' }
  await app.database
    .insertInto('importRun')
    .values({
      ...ofRun,
      ...{ companyId, importId, source: 'customers', fileName: 'customers.csv', fileHash: importId },
      ...{ state: 'done', rowCount: 1, report: JSON.stringify({}) },
    })
    .execute()
  await app.database
    .insertInto('importedCustomer')
    .values({
      ...{ companyId, customerId: importId, firstName, lastName, email, phone, address },
      ...{ vin: null, importId, addedAt: app.now },
    })
    .execute()
  // As it was typed.
  const row = { firstName, lastName, email, phone: phone.replace(/\D/g, '') }
  // Past work of their rig, and of someone else's.
  const visits = [
    { jobs: [{ ...row, vin: 'KEPT', complaint: 'Roof' }] },
    { jobs: [{ ...row, ...NOBODY_ELSE }] },
  ]
  await app.database
    .insertInto('importChunk')
    .values([
      { companyId, importId, firstRow: 0, rowCount: 1, rows: JSON.stringify([row]) },
      { companyId, importId, firstRow: 1, rowCount: 2, rows: JSON.stringify(visits) },
    ])
    .execute()
}

/** A recorded ticket with what its customer did, one without an email, a booking of each kind, and imported rows. */
async function livePast(person: ForgettablePerson) {
  const desk = app.as('dana')
  const { ticketId, vin } = await createTicket(person)
  await addEveryImage(app, ticketId)
  const { link } = await desk.customerLinks.create({ ticketId })
  const token = tokenIn(link.path)
  const { client } = await customerOfLink(app, token, person.phone.slice(-4))
  // As if they had opened it from an email.
  const confirmedEmail = person.email.toLowerCase()
  await app.database
    .updateTable('ticketLink')
    .set({ confirmedEmail })
    .where('ticketId', '=', ticketId)
    .execute()
  await client.customerView.post({ token, text: `${person.firstName} is waiting by the phone` })
  await desk.messages.post({ ticketId, text: 'We called the part in today.' })
  await desk.approvals.request({ ticketId, jobNumbers: [1] })
  const [line] = (await client.customerView.listApprovals({ token })).lines
  if (line === undefined) throw new Error('Nothing is asked.')
  const { requestId, jobNumber, version } = line
  const typedName = `${person.firstName} ${person.lastName}`
  await client.customerView.answerLine({
    token,
    requestId,
    jobNumber,
    version,
    answer: 'approved',
    typedName,
  })
  await close(ticketId)
  await client.reviews.create({ token, stars: 4, words: `${person.firstName} says they called first` })
  const withoutEmail = await createTicket(person)
  await close(withoutEmail.ticketId)
  await app.database
    .updateTable('ticket')
    .set({ email: '' })
    .where('ticketId', '=', withoutEmail.ticketId)
    .execute()
  const { address, coordinates, ...customerDetails } = person
  const where = { place: 'site' as const, address, campground: `${person.lastName} Pines`, siteNumber: '14' }
  const input = { ...bookingInputOf(app.now, { customerDetails }), where }
  const declined = (await bookAs(app, input, await createPhoto())).ticketId ?? 0
  await desk.tickets.decline({ ticketId: declined, reason: 'Fully booked' })
  const [bookingId, photoId] = [randomUUID(), randomUUID()]
  const photos = [{ photoId, width: 40, height: 30 }]
  await app.unconfirmedBooking({ ...customerDetails, ...coordinates, bookingId, photos })
  for (const key of fileKeysOf({ companyId: app.ids.dana, ticketId: null, bookingId, imageId: photoId }))
    await files.write(key, await createPhoto(), 'image/webp')
  await importCustomer(person, person.email)
  await importCustomer(person, '')
  const customerName = `${person.firstName} ${person.lastName}`
  const certificate = { customerName, certificateNumber: `EX-${person.lastName}`, expiresOn: '2031-01-01' }
  await app.database
    .insertInto('customerExemption')
    .values([
      {
        ...certificate,
        companyId: app.ids.dana,
        email: person.email.toLowerCase(),
        phone: '',
        notedAt: app.now,
      },
      { ...certificate, companyId: app.ids.dana, email: '', phone: person.phone, notedAt: app.now },
    ])
    .onConflict(same => same.doNothing())
    .execute()
  const written = { companyId: app.ids.dana, position: ticketId }
  const logged = { kind: 'ticket', id: String(ticketId), verb: 'ticket.approve', actor: randomUUID() }
  const imported = { imported: 1, booking: { address }, review: { words: person.firstName } }
  const entry = { ...logged, actorName: person.firstName, detail: { spokeWith: person.lastName } }
  await app.database
    .insertInto('importedRecord')
    .values([
      { ...written, kind: 'ticket', content: JSON.stringify(imported) },
      { ...written, kind: 'log', content: JSON.stringify(entry) },
    ])
    .execute()
  await waitUntilDelivered(app.database)
  const ticketIds = [ticketId, withoutEmail.ticketId, declined].sort((a, b) => a - b)
  return { ticketId, ticketIds, vin, token, client }
}

/** Rows that hold one of these strings, each with its table. */
async function rowsWith(strings: readonly string[]): Promise<string[]> {
  const everything = await dumpEverything(app.connection)
  return Object.entries(everything).flatMap(([table, rows]) =>
    rows
      .filter(row => strings.some(each => row.toLowerCase().includes(each.toLowerCase())))
      .map(row => `${table}: ${row}`),
  )
}

describe('erasing a customer at the desk', () => {
  test.each([
    ['visitor', 'UNAUTHORIZED'],
    ['rosa', 'FORBIDDEN'],
    ['june', 'FORBIDDEN'],
    ['ray', 'NOT_FOUND'],
  ] as const)('is refused to %s: %s', async (person, code) => {
    const { ticketId } = await createTicket(milo)
    await close(ticketId)
    const before = await dumpDatabase(app.database)
    for (const name of ['getCustomerData', 'eraseCustomer'] as const)
      expect(await errorOf(app.as(person).tickets[name]({ ticketId }))).toMatchObject({ code })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('is refused while tickets of theirs are open, and says which', async () => {
    const [first, open, asked] = [
      await createTicket(zelda),
      await createTicket(zelda),
      await createTicket(zelda),
    ]
    await close(first.ticketId)
    await app.as('dana').tickets.askApproval({ ticketId: asked.ticketId })
    const before = await dumpDatabase(app.database)
    expect(await errorOf(app.as('walt').tickets.eraseCustomer({ ticketId: first.ticketId }))).toMatchObject({
      code: 'REFUSED',
      message: `Close these first: ${[open, asked]
        .map(({ ticketId }) => `ticket ${ticketId}`)
        .sort()
        .join(' and ')}.`,
    })
    expect(await dumpDatabase(app.database)).toBe(before)
    await app.as('dana').tickets.approve({ ticketId: asked.ticketId })
    for (const { ticketId } of [open, asked]) await close(ticketId)
    closed.push(first.ticketId, open.ticketId, asked.ticketId)
  })

  test('leaves no word of theirs in the company, and every other row as it was', async () => {
    const elsewhere = await createTicket(zelda, 'ray')
    await close(elsewhere.ticketId, 'ray')
    const past = await livePast(zelda)
    const other = await livePast(milo)
    const strings = stringsOf(zelda)
    const rows = (await rowsWith(strings)).map(row => row.toLowerCase())
    for (const each of strings)
      expect(
        rows.some(row => row.includes(each.toLowerCase())),
        each,
      ).toBe(true)
    const history = await app.as('visitor').workHistory.get({ vin: past.vin })
    const shown = await app.as('dana').tickets.get({ ticketId: past.ticketId })
    const others = await rowsWith([...stringsOf(milo), ...other.ticketIds.map(String)])
    const atRay = (await rowsWith(strings)).filter(row => row.includes(app.ids.ray))
    expect(atRay).not.toEqual([])
    const images = new Set(files.files.keys())
    const listed = await app.as('walt').tickets.getCustomerData({ ticketId: past.ticketId })
    expect(listed.customers).toMatchObject([
      { name: 'Zelda Quimby', isOfTicket: true, unconfirmedBookings: 1, importedCustomers: 2 },
    ])
    expect(listed.customers[0]?.tickets.map(({ ticketId }) => ticketId)).toEqual(
      [...closed, ...past.ticketIds].sort((a, b) => a - b),
    )
    app.now = new Date(app.now.getTime() + 1000)

    expect(await app.as('walt').tickets.eraseCustomer({ ticketId: past.ticketId })).toEqual({ done: true })

    const left = await rowsWith(strings)
    const ofAll = left.filter(row => !row.includes(app.ids.ray))
    expect(left.filter(row => row.includes(app.ids.ray))).toEqual(atRay)
    // The record of the other company's customer.
    expect(ofAll.map(row => row.split(':')[0])).toEqual(['customer'])
    expect(await rowsWith([...stringsOf(milo), ...other.ticketIds.map(String)])).toEqual(others)
    const gone = [...images].filter(key => !files.files.has(key))
    expect(gone).toHaveLength(4)
    expect(await app.as('visitor').workHistory.get({ vin: past.vin })).toEqual(history)
    expect(await app.as('dana').tickets.get({ ticketId: past.ticketId })).toEqual({
      ...shown,
      customerId: null,
      customerDetails: {
        ...{ firstName: 'Former customer', lastName: '', email: '', phone: '' },
        ...{ address: null, coordinates: null, profileImageUrl: null },
      },
      jobs: shown.jobs.map(job => ({
        ...job,
        approval: job.approval && { ...job.approval, by: 'Former customer' },
      })),
    })
    const { messages } = await app.as('dana').messages.list({ ticketId: past.ticketId })
    expect(messages.map(({ authorName, text }) => `${authorName}: ${text}`).sort()).toEqual([
      'Dana Reyes: We called the part in today.',
      'Former customer: Removed',
    ])
    const imported = await app.database
      .selectFrom('importedRecord')
      .select('content')
      .where('position', '=', past.ticketId)
      .orderBy('kind')
      .execute()
    const logged = { kind: 'ticket', id: String(past.ticketId), verb: 'ticket.approve', detail: {} }
    expect(imported.map(({ content }) => content)).toEqual([
      { ...logged, actor: 'public', actorName: 'Former customer' },
      { imported: 1 },
    ])
    const chunks = await app.database
      .selectFrom('importChunk')
      .select('rows')
      .where('firstRow', '=', 1)
      .where('companyId', '=', app.ids.dana)
      .execute()
    const ofNobody = [
      { jobs: [{ firstName: '', lastName: '', email: '', phone: '', vin: 'KEPT', complaint: 'Roof' }] },
      { jobs: [NOBODY_ELSE] },
    ]
    expect(chunks.filter(({ rows }) => isDeepStrictEqual(rows, ofNobody))).toHaveLength(2)
    expect(await app.as('dana').tickets.list({ q: zelda.phone })).toMatchObject({ cards: [] })
    expect(await app.as('dana').customers.suggest({ lastName: 'Zeld' })).toEqual([])
    expect(await errorOf(past.client.customerView.get({ token: past.token }))).toMatchObject({
      code: 'REFUSED',
    })
  })

  test('of people with one email takes the ticket’s customer, or whom the desk names, and leaves the others', async () => {
    const shared = { email: 'shared@mail.example', phone: '(574) 555-6001' }
    const ida = { ...milo, ...shared, firstName: 'Ida', lastName: 'Brandt', address: '1 Juniper Row' }
    const otto = { ...milo, ...shared, firstName: 'Otto', lastName: 'Brandt', address: '2 Spruce Row' }
    const idas = await livePast(ida)
    const ottos = await livePast(otto)
    const waiting = {
      recipient: shared.email,
      subject: 'Your RV is ready',
      companyId: app.ids.dana,
      at: app.now,
    }
    const addWaiting = (firstName: string) =>
      app.database
        .insertInto('emailOutbox')
        .values({
          ...waiting,
          ...{
            emailId: randomUUID(),
            text: `Hello ${firstName},\n\nit is ready.`,
            html: null,
            senderName: null,
          },
          ...{ replyTo: null, messageId: `<${randomUUID()}@x>`, attempts: 0, sentAt: null, lastError: null },
          nextAttemptAt: new Date(app.now.getTime() + 24 * 60 * 60_000),
        })
        .execute()
    const wordsOf = ({ firstName, address }: ForgettablePerson) => [
      `“${firstName}`,
      `"${firstName}`,
      `Hello ${firstName}`,
      address,
    ]
    const { tickets } = app.as('walt')
    const { ticketId } = idas
    const listed = (await tickets.getCustomerData({ ticketId })).customers
    expect(listed.map(({ name, isOfTicket }) => [name, isOfTicket])).toEqual([
      ['Ida Brandt', true],
      ['Otto Brandt', false],
    ])
    expect(listed.map(each => each.tickets.map(ticket => ticket.ticketId))).toEqual([
      idas.ticketIds,
      ottos.ticketIds,
    ])
    const before = await dumpDatabase(app.database)
    expect(
      await errorOf(tickets.eraseCustomer({ ticketId, names: ['Ida Brandt', 'Emil Brandt'] })),
    ).toMatchObject({
      fields: { names: 'There is no such customer with this email or phone number any more.' },
    })
    expect(await errorOf(tickets.eraseCustomer({ ticketId, names: [] }))).toMatchObject({
      fields: { names: 'Choose a customer.' },
    })
    expect(await dumpDatabase(app.database)).toBe(before)
    for (const { firstName } of [ida, otto]) await addWaiting(firstName)
    const images = new Set(files.files.keys())
    const rowsOfOtto = await rowsWith([...wordsOf(otto), ...ottos.ticketIds.map(String)])

    await tickets.eraseCustomer({ ticketId })

    expect(await rowsWith(wordsOf(ida))).toEqual([])
    expect(await rowsWith([...wordsOf(otto), ...ottos.ticketIds.map(String)])).toEqual(rowsOfOtto)
    expect([...images].filter(key => !files.files.has(key))).toHaveLength(4)
    expect((await tickets.get({ ticketId: ottos.ticketId })).customerDetails.email).toBe(shared.email)
    // From a ticket of one person, another one alone.
    const again = await createTicket(ida)
    await close(again.ticketId)
    await tickets.eraseCustomer({ ticketId: again.ticketId, names: ['Otto Brandt'] })
    expect(await rowsWith(wordsOf(otto))).toEqual([])
    expect((await tickets.get({ ticketId: again.ticketId })).customerDetails).toMatchObject({
      firstName: 'Ida',
      email: shared.email,
    })
  }, 60_000)

  test('of a ticket without email and phone removes that ticket’s customer and image', async () => {
    const { ticketId } = await createTicket(milo)
    await addEveryImage(app, ticketId)
    await close(ticketId)
    await app.database
      .updateTable('ticket')
      .set({ email: '', phone: '' })
      .where('ticketId', '=', ticketId)
      .execute()
    const images = new Set(files.files.keys())
    await app.as('walt').tickets.eraseCustomer({ ticketId })
    // In both sizes.
    expect([...images].filter(key => !files.files.has(key))).toHaveLength(2)
    expect((await app.as('walt').tickets.get({ ticketId })).customerDetails.firstName).toBe('Former customer')
  })

  test('keeps what the company’s people did before an import, also of those who were deleted', async () => {
    const { ticketId } = await createTicket({ ...milo, email: 'gus@mail.example', firstName: 'Gus' })
    await close(ticketId)
    const companyId = app.ids.dana
    const gone = { actor: randomUUID(), actorName: 'Quinn Ash' }
    const logged = [
      { kind: 'ticket', id: String(ticketId), verb: 'ticket.finalize', ...gone },
      { kind: 'company', id: companyId, verb: 'company.change', ...gone },
    ]
    const start = ticketId * 10
    await app.database
      .insertInto('importedRecord')
      .values(
        logged.map((entry, index) => ({
          ...{ companyId, kind: 'log', position: start + index },
          content: JSON.stringify(entry),
        })),
      )
      .execute()
    await app.as('walt').tickets.eraseCustomer({ ticketId })
    const imported = await app.database
      .selectFrom('importedRecord')
      .select('content')
      .where('position', '>=', start)
      .orderBy('position')
      .execute()
    expect(imported.map(({ content }) => content)).toEqual(logged)
  })

  test('is in the activity of each ticket with who did it, once', async () => {
    const { ticketId } = await createTicket(zelda)
    await close(ticketId)
    for (let tap = 1; tap <= 2; tap += 1) await app.as('walt').tickets.eraseCustomer({ ticketId })
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    const sentences = entries.map(entry => activitySentence(entry))
    expect(sentences.filter(sentence => sentence.includes('removed'))).toEqual([
      'Walt removed the customer’s details at their request',
    ])
  })

  test('keeps their own account, and no longer offers its record for the rig', async () => {
    const person = { ...zelda, firstName: 'Wanda', lastName: 'Ostrow', email: 'wanda@mail.example' }
    const account = await signUp(app, person.email, {
      firstName: person.firstName,
      lastName: person.lastName,
      phone: person.phone,
    })
    const { ticketId, vin } = await createTicket(person)
    await close(ticketId)
    await app.as('dana').tickets.eraseCustomer({ ticketId })
    expect(await account.rvOwners.getDetails()).toMatchObject({ lastName: 'Ostrow' })
    expect((await app.as('dana').rigs.get({ vin })).customer).toBeNull()
  })
})

import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { auditSentence } from '#domain/audit/audit-sentences.ts'
import { adminSentence } from '#domain/platform-admin/admin-sentences.ts'
import { activitySentence } from '#domain/tickets/activity.ts'
import { fileKeysOf } from '#server/files/file-keys.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { bluebonnet, june, loneStar } from '#server/seed/demo-accounts.ts'
import {
  addEveryImage,
  backUp,
  dumpEverything,
  restoreIntoNewDatabase,
} from '../../../../test/support/backup-fixtures.ts'
import { bookAs, bookingInputOf } from '../../../../test/support/booking-fixtures.ts'
import { customerOfLink, tokenIn } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase, waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import {
  type ForgettablePerson,
  milo,
  stringsOf,
  zelda,
} from '../../../../test/support/forgettable-people.ts'
import { createTestBrowser, subscriptionOf } from '../../../../test/support/push-service.ts'
import { runAdmin } from '../../../../test/support/run-admin.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { emailReleaseToken, signUp } from '../../../../test/support/signup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

// One customer with everything that can be stored about a customer, and another with the same.

/** What must be gone, also of what is said of them. */
const textsOf = (person: ForgettablePerson) => [
  ...stringsOf(person),
  `${person.firstName} is waiting by the phone`,
  `${person.firstName} says they called first`,
  `${person.lastName} Pines`,
]

let app: TestApp
const files = createFakeFileStore()
let vins = 0

async function openLink(ticketId: number, { phone }: ForgettablePerson) {
  const { link } = await app.as('dana').customerLinks.create({ ticketId })
  const token = tokenIn(link.path)
  return { token, ...(await customerOfLink(app, token, phone.slice(-4))) }
}

async function createTicket(person: ForgettablePerson) {
  vins += 1
  const vin = sharedVin(`FORGET-${vins}`)
  const { ticketId } = await app.as('dana').tickets.create({
    customerDetails: person,
    customerRV: { ...june.customerRV, vin },
    jobs: [{ problem: 'Roof leak above the bunk', estimatedTime: 1.25 }],
  })
  return { ticketId, vin }
}

const nextBooking = (person: ForgettablePerson) => {
  const { address, coordinates: _, ...customerDetails } = person
  const input = bookingInputOf(app.now, { customerDetails })
  const campground = `${person.lastName} Pines`
  return { ...input, where: { place: 'site' as const, address, campground, siteNumber: '14' } }
}

/** A recorded ticket with all that its customer can do; a finalized, a declined and a canceled one; an account. */
async function livePast(person: ForgettablePerson) {
  const desk = app.as('dana')
  const { ticketId, vin } = await createTicket(person)
  await addEveryImage(app, ticketId)
  const { token, client, cookie } = await openLink(ticketId, person)
  const browser = createTestBrowser('https://fcm.googleapis.com')
  await client.customerView.subscribePush({ token, ...subscriptionOf(browser) })
  const text = `${person.firstName} is waiting by the phone`
  await client.customerView.post({ token, text })
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
  await desk.tickets.finalize({ ticketId })
  await desk.tickets.complete({ ticketId })
  await client.reviews.create({ token, stars: 4, words: `${person.firstName} says they called first` })
  const { claim } = await desk.customerLinks.get({ ticketId })
  const account = await signUp(app, person.email.toLowerCase(), {
    firstName: person.firstName,
    lastName: person.lastName,
    phone: person.phone,
  })
  await account.rigClaims.claim({ vin, code: claim?.code ?? '' })
  const companyUUID = app.ids.dana
  await account.rigClaims.saveNote({
    vin,
    companyUUID,
    ticketId,
    kind: 'note',
    words: 'Sealed it again in May',
  })
  const finalized = await createTicket(person)
  await desk.tickets.finalize({ ticketId: finalized.ticketId })
  const declined = await bookAs(app, nextBooking(person), await createPhoto())
  await desk.tickets.decline({ ticketId: declined.ticketId ?? 0, reason: 'Fully booked' })
  const canceled = await bookAs(app, nextBooking(person))
  await desk.tickets.accept({ ticketId: canceled.ticketId ?? 0 })
  const appointment = await openLink(canceled.ticketId ?? 0, person)
  await appointment.client.customerView.cancel({ token: appointment.token })
  const { latitude, longitude } = person.coordinates
  const [bookingId, photoId] = [randomUUID(), randomUUID()]
  const photos = [{ photoId, width: 40, height: 30 }]
  const { email, firstName, lastName, phone } = person
  await app.unconfirmedBooking({ bookingId, email, firstName, lastName, phone, latitude, longitude, photos })
  for (const key of fileKeysOf({ companyId: companyUUID, ticketId: null, bookingId, imageId: photoId }))
    await files.write(key, await createPhoto(), 'image/webp')
  await waitUntilDelivered(app.database)
  const ticketIds = [ticketId, finalized.ticketId, declined.ticketId ?? 0, canceled.ticketId ?? 0]
  const { subscriptionId } = await app.database
    .selectFrom('pushSubscription')
    .select('subscriptionId')
    .where('ticketId', '=', ticketId)
    .executeTakeFirstOrThrow()
  return { ticketId, ticketIds, subscriptionId, vin, token, client, cookie, account }
}

const isIn = (table: string) => (row: string) => row.startsWith(`${table}: `)

/** What waits to be sent, and the responses to commands whose answer may have got lost. */
async function storeLeftovers({ ticketId, subscriptionId }: Awaited<ReturnType<typeof livePast>>) {
  const { database, ids, now } = app
  const shared = { companyId: ids.dana, at: now, attempts: 0, lastError: null }
  const push = { messageId: randomUUID(), subscriptionId, text: 'Your RV is ready.', isUrgent: false }
  const nextAttemptAt = new Date(now.getTime() + 3_600_000)
  await database
    .insertInto('pushOutbox')
    .values({ ...shared, ...push, nextAttemptAt })
    .execute()
  for (const [actor, response] of [
    [ids.walt, { state: 'recorded', link: { ticketId } }],
    ['a visitor', { sentTo: zelda.email }],
  ] as const)
    await database
      .insertInto('idempotencyKey')
      .values({
        companyId: ids.dana,
        actor,
        key: randomUUID(),
        command: 'x',
        bodyHash: '',
        response: JSON.stringify(response),
        at: now,
      })
      .execute()
}

const createPhoto = async () =>
  new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
      .png()
      .toBuffer(),
  )

/** Rows that hold one of these strings, each with its table. */
async function rowsWith(strings: readonly string[], connection = app.connection): Promise<string[]> {
  const everything = await dumpEverything(connection)
  return Object.entries(everything).flatMap(([table, rows]) =>
    rows
      .filter(row => strings.some(each => row.toLowerCase().includes(each.toLowerCase())))
      .map(row => `${table}: ${row}`),
  )
}

const forget = (email: string, args = ['--yes']) =>
  runAdmin(app, ['forget-person', email, ...args], {
    images: async () => ({ files, folder: await mkdtemp(join(inject('postgres').folder, 'journal-')) }),
  })

beforeAll(async () => {
  app = await createTestApp({ files })
  // The sign-in library uses the real clock.
  app.now = new Date()
})
afterAll(() => app.close())

describe('forgetting a person', () => {
  test('is refused while tickets are open, in every company, and nothing changes', async () => {
    const active = await createTicket(zelda)
    const { ticketId } = await app.as('ray').tickets.create({
      customerDetails: { ...zelda, email: 'ZELDA.QUIMBY@mail.example' },
      customerRV: { ...june.customerRV, vin: sharedVin('FORGET-OPEN') },
    })
    const before = await dumpDatabase(app.database)
    const names = [
      `ticket ${active.ticketId} of ${bluebonnet.companyName}`,
      `ticket ${ticketId} of ${loneStar.companyName}`,
    ]
    await expect(forget(zelda.email)).rejects.toThrow(
      new RegExp(`^Close these first: ${names.sort().join(' and ')}\\.$`),
    )
    expect(await dumpDatabase(app.database)).toBe(before)
    for (const [desk, open] of [
      [app.as('dana'), active.ticketId],
      [app.as('ray'), ticketId],
    ] as const) {
      await desk.tickets.finalize({ ticketId: open })
      await desk.tickets.complete({ ticketId: open })
    }
  })

  test('of people with one email asks whose details go, and leaves the others', async () => {
    const shared = { email: 'shared@mail.example', phone: '(574) 555-6001' }
    const ida = { ...milo, ...shared, firstName: 'Ida', lastName: 'Brandt', address: '1 Juniper Row' }
    const otto = { ...milo, ...shared, firstName: 'Otto', lastName: 'Brandt', address: '2 Spruce Row' }
    const tickets = []
    for (const person of [ida, otto]) {
      const { ticketId } = await createTicket(person)
      await addEveryImage(app, ticketId)
      await app.as('dana').tickets.finalize({ ticketId })
      await app.as('dana').tickets.complete({ ticketId })
      tickets.push(ticketId)
    }
    const wordsOf = ({ firstName, address }: ForgettablePerson) => [
      `"${firstName}`,
      `Hello ${firstName}`,
      address,
    ]
    const before = await dumpDatabase(app.database)
    await expect(forget(shared.email)).rejects.toThrow(
      /^People share “shared@mail\.example”\. Say whose details go, with --name for each: “Ida Brandt”, “Otto Brandt”\.$/,
    )
    await expect(forget(shared.email, ['--yes', '--name', 'Emil Brandt'])).rejects.toThrow(
      'Nobody with “shared@mail.example” has this name. There is: “Ida Brandt”, “Otto Brandt”.',
    )
    expect(await dumpDatabase(app.database)).toBe(before)
    const ottos = await rowsWith([...wordsOf(otto), String(tickets[1])])
    expect(await forget(shared.email, ['--yes', '--name', 'Ida Brandt'])).toMatch(/^Removed\. .*tickets: 1, /)
    expect(await rowsWith(wordsOf(ida))).toEqual([])
    expect(await rowsWith([...wordsOf(otto), String(tickets[1])])).toEqual(ottos)
    // One name is left.
    expect(await forget(shared.email)).toMatch(/^Removed\. .*tickets: 1, /)
    expect(await rowsWith([...wordsOf(otto), shared.email])).toEqual([])
  })

  test('leaves no word of theirs, and every row of another customer as it was', async () => {
    const past = await livePast(zelda)
    const other = await livePast(milo)
    const otherStrings = [...textsOf(milo), ...other.ticketIds.map(String)]
    await storeLeftovers(past)
    const strings = textsOf(zelda)
    const rows = (await rowsWith(strings)).map(row => row.toLowerCase())
    for (const each of strings)
      expect(
        rows.some(row => row.includes(each.toLowerCase())),
        each,
      ).toBe(true)
    const history = await app.as('visitor').workHistory.get({ vin: past.vin })
    const shown = await app.as('dana').tickets.get({ ticketId: past.ticketId })
    const others = await rowsWith(otherStrings)
    const images = new Set(files.files.keys())
    app.now = new Date(app.now.getTime() + 1000)

    expect(await forget(zelda.email.toUpperCase())).toMatch(
      /^Removed\. .*tickets: 6, companies: 2, accounts: 1\./,
    )

    expect(await rowsWith(strings)).toEqual([])
    expect(await rowsWith(otherStrings)).toEqual(others)
    expect(await app.as('visitor').workHistory.get({ vin: past.vin })).toEqual(history)
    // The customer's own picture and the photo of a booking that was no ticket; two sizes each.
    const gone = [...images].filter(key => !files.files.has(key))
    expect(gone.map(key => key.replace(/^.*-(\w+)\.webp$/, '$1')).sort()).toEqual([
      'large',
      'large',
      'small',
      'small',
    ])
    const ticket = await app.as('dana').tickets.get({ ticketId: past.ticketId })
    expect(ticket).toEqual({
      ...shown,
      customerId: null,
      customerDetails: {
        ...{ firstName: 'Former customer', lastName: '', email: '', phone: '' },
        ...{ address: null, coordinates: null, profileImageUrl: null },
      },
      jobs: shown.jobs.map(job => ({ ...job, approval: { ...job.approval, by: 'Former customer' } })),
    })
    const { entries } = await app.as('dana').tickets.activity({ ticketId: past.ticketId })
    expect(entries.map(activitySentence)).toContain(
      'Former customer approved 1. Roof leak above the bunk by link',
    )
    const records = await app.database.selectFrom('customer').select('customerUuid').execute()
    const uuids = records.map(({ customerUuid }) => customerUuid)
    const served = await app.database.selectFrom('ticket').select('customerUuid').execute()
    expect(served.filter(({ customerUuid: id }) => id !== null && !uuids.includes(id))).toEqual([])
    for (const table of ['push_subscription', 'push_outbox', 'idempotency_key'])
      expect(
        (await rowsWith([String(past.ticketId), past.subscriptionId])).filter(isIn(table)),
        table,
      ).toEqual([])
    const unread = (await app.as('dana').messages.listUnread({})).tickets.map(({ ticketId }) => ticketId)
    expect(unread).toEqual([other.ticketId])
    const answers = await app.database
      .selectFrom('approvalLine')
      .select(['how', 'typedName', 'address', 'endedByName'])
      .where('ticketId', '=', past.ticketId)
      .execute()
    expect(answers).toEqual([{ how: 'link', typedName: null, address: null, endedByName: 'Former customer' }])
    const { messages } = await app.as('dana').messages.list({ ticketId: past.ticketId })
    expect(messages.map(({ authorName, text }) => `${authorName}: ${text}`).sort()).toEqual([
      'Dana Reyes: We called the part in today.',
      'Former customer: Removed',
    ])
    const { reviews } = await app.as('visitor').reviews.list({ companyId: app.ids.dana })
    expect(reviews.map(({ stars, words }) => [stars, words])).toContainEqual([4, ''])
    await expect(forget(zelda.email)).rejects.toThrow(
      /^Nothing is stored about “zelda\.quimby@mail\.example”\.$/,
    )

    // Neither the link, the account nor a search opens anything.
    expect(await errorOf(past.client.customerView.get({ token: past.token }))).toMatchObject({
      code: 'REFUSED',
      message: expect.stringMatching(/^This link was turned off\./),
    })
    expect(await past.account.me()).toEqual({ kind: 'visitor' })
    expect(await app.as('dana').tickets.list({ q: '7719' })).toMatchObject({ cards: [] })
    const [backup, made] = [await backUp(app, files), new Map(files.files)]
    const restored = await restoreIntoNewDatabase(backup.file)
    expect(await rowsWith(strings, restored.connection)).toEqual([])
    expect([...restored.files.files.keys()].sort()).toEqual([...made.keys()].sort())
  }, 90_000)

  test('also on a ticket that is completed later: it names no customer of its rig', async () => {
    const { database, as } = app
    const { ticketId } = await database
      .selectFrom('ticket')
      .select('ticketId')
      .where('state', '=', 'completed')
      .where('firstName', '=', 'Former customer')
      .executeTakeFirstOrThrow()
    const records = () => database.selectFrom('customer').selectAll().orderBy('customerUuid').execute()
    const before = await records()
    await as('dana').tickets.complete({ ticketId })
    expect(await records()).toEqual(before)
  })

  test('is in the founders’ log without the email, and in each company’s', async () => {
    const [entry] = (await app.as('maya').platformAdmin.listAuditEntries({})).entries
    expect(entry && adminSentence(entry)).toBe(
      'Operator removed a person’s details from 6 tickets and deleted 1 account',
    )
    for (const owner of ['dana', 'ray'] as const) {
      const { entries } = await app.as(owner).audit.list({})
      expect(entries.map(auditSentence)).toContain('Operator of Rigwright removed the customer’s details')
    }
  })

  test('finds one who only asked for an account', async () => {
    const email = 'passing.by@mail.example'
    await app.as('visitor').rvOwners.requestSignup({ email })
    await waitUntilDelivered(app.database)
    expect(await rowsWith([email])).toHaveLength(2)
    expect(await forget(email)).toContain('tickets: 0, companies: 0, accounts: 0')
    expect(await rowsWith([email])).toEqual([])
  })

  test('finds the link that was confirmed with the email that the ticket had before', async () => {
    const email = 'lou.before@mail.example'
    const [lou, mia] = [
      { ...milo, firstName: 'Lou', email },
      { ...milo, firstName: 'Mia', email },
    ]
    const ids: number[] = []
    for (const person of [lou, mia]) {
      const { ticketId } = await createTicket(person)
      await openLink(ticketId, person)
      // As if they had opened it from an email.
      await app.database
        .updateTable('ticketLink')
        .set({ confirmedEmail: email })
        .where('ticketId', '=', ticketId)
        .execute()
      ids.push(ticketId)
    }
    for (const ticketId of ids)
      await app
        .as('dana')
        .tickets.changeDetails({ ticketId, customerDetails: { email: `${ticketId}@mail.example` } })
    await waitUntilDelivered(app.database)
    await app.database.deleteFrom('emailOutbox').where('recipient', '=', email).execute()
    expect((await rowsWith([email])).map(row => row.split(':')[0])).toContain('ticket_link')
    await forget(email)
    expect(await rowsWith([email])).toEqual([])
  })

  test('finds the hold of an email that was freed', async () => {
    const { email } = await app.as('visitor').account.releaseEmail({ token: await emailReleaseToken(app) })
    await waitUntilDelivered(app.database)
    expect((await rowsWith([email])).map(row => row.split(':')[0]).sort()).toEqual([
      'auth_verification',
      'email_outbox',
    ])
    await forget(email)
    expect(await rowsWith([email])).toEqual([])
  })
})

import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type BookingInput,
  bookAs,
  bookingInputOf,
  nextMonday,
  sendBooking,
  toFormData,
} from '../../../../test/support/booking-fixtures.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

// Without a mail server: a booking counts at once, and the desk sees that the email is unconfirmed.

let app: TestApp
let photo: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  app = await createTestApp()
  const pixels = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
  photo = new Uint8Array(await pixels.png().toBuffer())
})
afterAll(() => app.close())

let bookingInput: BookingInput
const email = () => `${randomUUID()}@mail.example`
beforeEach(() => {
  bookingInput = bookingInputOf(app.now)
  bookingInput = { ...bookingInput, customerDetails: { ...bookingInput.customerDetails, email: email() } }
})

const waiting = () =>
  app.database.selectFrom('emailOutbox').select('emailId').where('sentAt', 'is', null).execute()

type ErrorBody = { code: string; message: string; fields?: Record<string, string> }
async function refused(body: FormData, at?: string): Promise<ErrorBody & { status: number }> {
  // The mail worker marks the email as sent.
  await vi.waitUntil(async () => (await waiting()).length === 0, { timeout: 20_000 })
  const before = await dumpDatabase(app.database)
  const answer = await sendBooking(app, body, at === undefined ? {} : { at })
  expect(await dumpDatabase(app.database)).toBe(before)
  return { status: answer.status, ...((await answer.json()) as ErrorBody) }
}

describe('an invalid booking is refused beside its field, and nothing is written', () => {
  const { day, time } = nextMonday(new Date('2025-11-20T19:00:00Z'))
  test.each<[string, Partial<BookingInput>, Record<string, string>]>([
    ['no problem', { problem: ' ' }, { problem: 'Required.' }],
    [
      'a problem that is too long',
      { problem: 'x'.repeat(2001) },
      { problem: 'Use at most 2,000 characters.' },
    ],
    [
      'a day in the past',
      { wanted: { day: '2025-11-19', time } },
      { 'wanted.day': 'This date has passed. Choose a later date.' },
    ],
    [
      'a time that has passed',
      { wanted: { day: '2025-11-20', time: '13:30' } },
      { 'wanted.time': 'This time has passed. Choose a later time.' },
    ],
    [
      'a day on which they are closed',
      { wanted: { day: '2025-11-23', time } },
      { 'wanted.day': 'The shop is closed on Sundays. Choose a day from Monday to Friday.' },
    ],
    [
      'a time at which they are closed',
      { wanted: { day, time: '18:00' } },
      { 'wanted.time': 'The shop is open from 8 AM to 6 PM. Choose a time on the hour or half hour.' },
    ],
    [
      'too far ahead',
      { wanted: { day: '2026-05-20', time } },
      { 'wanted.day': 'Choose a date on or before Tuesday, May 19, 2026.' },
    ],
    ['no time', { wanted: { day, time: '' } }, { 'wanted.time': 'Select a time.' }],
    ['no day', { wanted: { day: '', time } }, { 'wanted.day': 'Enter a date.' }],
    [
      'an RV without a word about it',
      { customerRV: { vin: '', make: 'Jayco' } },
      {
        'customerRV.model': 'Enter this, or enter the VIN.',
        'customerRV.year': 'Enter this, or enter the VIN.',
      },
    ],
    [
      'a year and a time that are none, at once',
      { customerRV: { vin: '1UJBJ0BN8M17X0042', year: '2027' }, wanted: { day, time: '18:00' } },
      {
        'customerRV.year': 'Enter a year from 1900 to 2026.',
        'wanted.time': 'The shop is open from 8 AM to 6 PM. Choose a time on the hour or half hour.',
      },
    ],
    [
      'a VIN that is none',
      { customerRV: { vin: 'ÄÖÜ' } },
      { 'customerRV.vin': 'A VIN has only letters and digits.' },
    ],
    [
      'a location without an address',
      { where: { place: 'site' } },
      { 'where.address': 'Enter your RV’s location: an address or the campground.' },
    ],
    [
      'the hidden field filled in',
      { website: 'https://buy.example' },
      { website: 'Leave the “Website” field blank. It is there to catch bots.' },
    ],
  ])('%s', async (_, changes, fields) => {
    const refusal = await refused(toFormData({ ...bookingInput, ...changes }, photo))
    expect(refusal).toMatchObject({ status: 400, code: 'INVALID', fields })
    expect(Object.keys(refusal.fields ?? {})).toEqual(Object.keys(fields))
  })

  test.each([['no address'], ['june@'], ['a@b.example\r\nBcc: c@d.example']])('the email %j', async typed => {
    const customerDetails = { ...bookingInput.customerDetails, email: typed }
    expect(await refused(toFormData({ ...bookingInput, customerDetails }))).toMatchObject({
      status: 400,
      fields: { 'customerDetails.email': 'Enter a valid email address.' },
    })
  })

  test('a photo that is not an image', async () => {
    const text = new TextEncoder().encode('<svg onload="alert(1)"/>')
    expect(await refused(toFormData(bookingInput, photo, text))).toMatchObject({
      status: 400,
      fields: { 'photos.1': 'That file isn’t an image.' },
    })
  })

  test('a photo that is too large', async () => {
    expect(await refused(toFormData(bookingInput, new Uint8Array(20 * 1024 * 1024 + 1)))).toMatchObject({
      status: 413,
      fields: { 'photos.0': 'This image is larger than 20 MB.' },
    })
  })

  test('more than eight photos', async () => {
    expect(await refused(toFormData(bookingInput, ...Array.from({ length: 9 }, () => photo)))).toMatchObject({
      status: 400,
      fields: { photos: 'Upload at most 8 images at a time.' },
    })
  })

  test('a form without a booking, or an unreadable one', async () => {
    const none = new FormData()
    none.append('photos', new Blob([photo]))
    expect(await refused(none)).toMatchObject({
      status: 400,
      fields: { booking: 'Send the booking as JSON.' },
    })
    const broken = new FormData()
    broken.set('booking', '{')
    expect(await refused(broken)).toMatchObject({ status: 400, code: 'INVALID' })
    const long = new FormData()
    long.set('booking', JSON.stringify({ ...bookingInput, problem: 'x'.repeat(30_000) }))
    expect(await refused(long)).toMatchObject({ status: 400, fields: { booking: 'Too long.' } })
  })

  test('a booking without a rig, sent as a JSON file', async () => {
    const typed = new FormData()
    const json = JSON.stringify({ ...bookingInput, customerRV: {} })
    typed.set('booking', new Blob([json], { type: 'application/json' }))
    expect(await refused(typed)).toMatchObject({
      status: 400,
      fields: { 'customerRV.make': 'Enter this, or enter the VIN.' },
    })
  })

  test('an unknown company', async () => {
    expect(await refused(toFormData(bookingInput), randomUUID())).toMatchObject({ status: 404 })
    expect(await refused(toFormData(bookingInput), 'x')).toMatchObject({ status: 400 })
  })

  test('a time skipped by daylight saving time', async () => {
    const ray = app.as('ray').companies
    const [zone, now] = [(await ray.mine()).timeZone, app.now]
    // Samoa had no December 30, 2011.
    app.now = new Date('2011-12-20T20:00:00Z')
    await app.database
      .updateTable('company')
      .set({ timeZone: 'Pacific/Apia' })
      .where('companyId', '=', app.ids.ray)
      .execute()
    const skipped = toFormData({ ...bookingInput, wanted: { day: '2011-12-30', time: '10:00' } })
    expect(await refused(skipped, app.ids.ray)).toMatchObject({
      fields: { 'wanted.time': 'The clocks skip this time that day. Choose another time.' },
    })
    app.now = now
    await app.database
      .updateTable('company')
      .set({ timeZone: zone })
      .where('companyId', '=', app.ids.ray)
      .execute()
  })
})

test('a booking is on the desk at once, complete, with photos and activity', async () => {
  const coordinates = { latitude: 41.5823, longitude: -85.8344 }
  const where = { ...bookingInput.where, coordinates }
  const booked = await bookAs(app, { ...bookingInput, where }, photo, photo)
  expect(booked).toEqual({
    next: 'desk',
    ticketId: expect.any(Number),
    followPath: expect.stringMatching(/^\/follow\/[\w-]{64}$/),
  })
  const ticketId = booked.ticketId ?? 0
  const desk = app.as('walt')
  const ticket = await desk.tickets.get({ ticketId })
  const { address } = bookingInput.where
  expect(ticket).toMatchObject({
    state: 'pending',
    pendingTimestamp: app.now,
    activeTimestamp: null,
    assignedTechnician: null,
    customerDetails: {
      ...bookingInput.customerDetails,
      coordinates,
      profileImageUrl: null,
      address: `Sunny Pines, site 14, ${address}`,
    },
    customerRV: { ...bookingInput.customerRV, rvImage: null },
    lastTransition: { verb: 'book', by: { id: 'public', name: 'Lucille Okafor' }, at: app.now },
  })
  expect(ticket.jobs).toMatchObject([
    { problem: bookingInput.problem, estimate: false, estimatedTime: 0, cause: '', photos: [{}, {}] },
  ])
  expect((await desk.tickets.board()).pending.cards[0]).toMatchObject({ ticketId, lastName: 'Okafor' })
  expect((await desk.tickets.activity({ ticketId })).entries).toMatchObject([
    { verb: 'ticket.create-link' },
    { verb: 'ticket.book', by: { id: 'public', name: 'Lucille Okafor' }, at: app.now },
  ])
  expect(await desk.bookings.get({ ticketId })).toEqual({
    ticketId,
    isByShop: false,
    payment: null,
    vin: bookingInput.customerRV.vin,
    problem: bookingInput.problem,
    photos: ticket.jobs[0]?.photos,
    customerDetails: bookingInput.customerDetails,
    place: 'site',
    address,
    campground: 'Sunny Pines',
    siteNumber: '14',
    miles: expect.closeTo(12.3, 0),
    reach: 'within',
    timeZone: 'America/Indiana/Indianapolis',
    wantedAt: new Date('2025-11-24T15:30:00Z'),
    bookedAt: app.now,
    arrivingAt: null,
    emailConfirmedAt: null,
    declineReason: null,
    conflict: null,
  })
  for (const { large } of ticket.jobs[0]?.photos ?? []) {
    const image = await app.fetch(large, { as: 'rosa' })
    expect(image.status).toBe(404)
    expect((await app.fetch(large, { as: 'walt' })).headers.get('content-type')).toBe('image/webp')
    expect((await app.fetch(large, { as: 'ray' })).status).toBe(404)
  }
  await expect(errorOf(app.as('ray').bookings.get({ ticketId }))).resolves.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(app.loggedErrors).toEqual([])
})

test('shared rigs are read and changed when the desk accepts, never by a visitor', async () => {
  const vin = '1UJBJ0BN8M17X0042'
  const described = { make: 'Jayco', model: 'Jay Flight', year: '2021' }
  const rigs = () => app.database.selectFrom('rig').selectAll().where('vin', '=', vin).execute()
  const { ticketId } = await bookAs(app, { ...bookingInput, customerRV: { vin, ...described } })
  expect(await rigs()).toEqual([])
  await app.as('walt').tickets.accept({ ticketId: ticketId ?? 0 })
  expect(await rigs()).toMatchObject([{ vin, ...described }])
  // Once the VIN is on file, a visitor who books with it learns nothing, and the desk sees everything.
  const customerDetails = { ...bookingInput.customerDetails, email: email() }
  const again = await bookAs(app, { ...bookingInput, customerDetails, customerRV: { vin } })
  expect(again).toEqual({
    next: 'desk',
    ticketId: expect.any(Number),
    followPath: expect.stringMatching(/^\/follow\/[\w-]{64}$/),
  })
  const known = { ticketId: again.ticketId ?? 0 }
  expect((await app.as('walt').tickets.get(known)).customerRV).toMatchObject({ vin, make: '' })
  await app.as('walt').tickets.accept(known)
  expect((await app.as('walt').tickets.get(known)).customerRV).toMatchObject({ vin, ...described })
  expect((await app.as('walt').tickets.list({ q: 'jay flight' })).cards.map(card => card.ticketId)).toContain(
    known.ticketId,
  )
})

test('an unknown VIN is accepted as it is, and adds nothing to the shared rigs', async () => {
  const { ticketId } = await bookAs(app, { ...bookingInput, customerRV: { vin: 'UNSEEN-1' } })
  await app.as('walt').tickets.accept({ ticketId: ticketId ?? 0 })
  const rigs = await app.database.selectFrom('rig').select('vin').where('vin', '=', 'UNSEEN-1').execute()
  expect(rigs).toEqual([])
})

describe('one open booking per email and company', () => {
  const OPEN = 'There is already an open booking request for this email. Call the company to change it.'

  test('refuses a second one with a message', async () => {
    await bookAs(app, bookingInput)
    const shouted = {
      ...bookingInput.customerDetails,
      email: bookingInput.customerDetails.email.toUpperCase(),
    }
    const refusal = await refused(toFormData({ ...bookingInput, customerDetails: shouted }, photo))
    expect(refusal).toMatchObject({ status: 409, code: 'REFUSED', message: OPEN })
    // It was stored already, and is deleted again.
    expect(await journalEntries()).toEqual([])
  })

  test('allows one with another company', async () => {
    await bookAs(app, bookingInput)
    expect((await sendBooking(app, toFormData(bookingInput), { at: app.ids.ray })).status).toBe(201)
  })

  test('allows the next one once the desk has answered', async () => {
    for (const answer of ['accept', 'decline'] as const) {
      const { ticketId } = await bookAs(app, bookingInput)
      await app.as('walt').tickets[answer]({ ticketId: ticketId ?? 0 })
    }
    await bookAs(app, bookingInput)
  })

  test('holds for concurrent bookings', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => sendBooking(app, toFormData(bookingInput))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })
})

const journalEntries = async () => {
  const rows = await app.database
    .selectFrom('booking')
    .select('photos')
    .where('ticketId', 'is', null)
    .execute()
  return rows.flatMap(({ photos }) => photos)
}

test('the same booking under the same key is made once, with the same response', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const send = () => sendBooking(app, toFormData(bookingInput, photo), { headers })
  const [first, second] = [await (await send()).json(), await (await send()).json()]
  expect(second).toEqual(first)
  const rows = await app.database
    .selectFrom('booking')
    .select('ticketId')
    .where('email', '=', bookingInput.customerDetails.email)
    .execute()
  expect(rows).toHaveLength(1)
  const other = await sendBooking(app, toFormData({ ...bookingInput, problem: 'Something else' }, photo), {
    headers,
  })
  // Visitors do not share keys; only the open booking is in the way.
  expect(other.status).toBe(409)
})

test('a logged-in user of another company books like a visitor', async () => {
  const answer = await app.fetch(`/api/companies/${app.ids.dana}/bookings`, {
    as: 'ray',
    method: 'POST',
    body: toFormData(bookingInput),
  })
  expect(answer.status).toBe(201)
  const { ticketId } = (await answer.json()) as { ticketId: number }
  const { entries } = await app.as('walt').tickets.activity({ ticketId })
  expect(entries.at(-1)?.by).toEqual({ id: 'public', name: 'Lucille Okafor' })
})

test('texts with HTML, emoji and other scripts stay as typed', async () => {
  const text = '<b onclick="x">🚐 O’Brien</b> & "Díaz" 水'
  const { ticketId } = await bookAs(app, {
    ...bookingInput,
    problem: text,
    customerDetails: { ...bookingInput.customerDetails, firstName: text, lastName: text },
    customerRV: { vin: '', make: text, model: text, year: '2021' },
    where: { place: 'site', address: text, campground: text, siteNumber: text.slice(0, 40) },
  })
  const booking = await app.as('walt').bookings.get({ ticketId: ticketId ?? 0 })
  expect(booking).toMatchObject({
    problem: text,
    address: text,
    campground: text,
    siteNumber: text.slice(0, 40),
  })
  expect(booking.customerDetails).toMatchObject({ firstName: text, lastName: text })
})

test('a photo removed by the desk is deleted from the file store, and the others stay', async () => {
  const { ticketId } = await bookAs(app, bookingInput, photo, photo)
  const desk = app.as('dana').tickets
  await desk.accept({ ticketId: ticketId ?? 0 })
  const [first, second] = (await desk.get({ ticketId: ticketId ?? 0 })).jobs[0]?.photos ?? []
  const path = `/api/tickets/${ticketId}/jobs/1/photos/${first?.photoId}`
  expect((await app.fetch(path, { as: 'dana', method: 'DELETE' })).status).toBe(200)
  expect((await app.fetch(first?.large ?? '', { as: 'dana' })).status).toBe(404)
  expect((await app.fetch(second?.large ?? '', { as: 'dana' })).status).toBe(200)
})

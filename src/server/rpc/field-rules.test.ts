import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { bookingInputOf, sendBooking, toFormData } from '../../../test/support/booking-fixtures.ts'
import { dumpDatabase } from '../../../test/support/database-dump.ts'
import { createTestApp, type PersonName, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const YEAR = 'Enter a year from 1900 to 2026.'
const company = {
  companyName: 'Hilltop RV',
  companyPhone: '(574) 555-0101',
  email: `${randomUUID()}@mail.example`,
  password: PASSWORD,
}
const { customerDetails, customerRV } = june

/** The fields of the refusal, which changes nothing. */
async function fieldsOf(as: PersonName, method: string, path: string, json: object): Promise<object> {
  await app.as(as).me()
  const before = await dumpDatabase(app.database)
  const response = await app.fetch(`/api${path}`, { as, method, json })
  expect(await dumpDatabase(app.database)).toBe(before)
  const { code, fields } = (await response.json()) as { code: string; fields: object }
  expect([response.status, code]).toEqual([400, 'INVALID'])
  return fields
}

describe('one answer names all errors', () => {
  test('of a registration: a missing name and a weak password', async () => {
    const { companyName: _, ...nameless } = company
    expect(await fieldsOf('visitor', 'POST', '/companies', { ...nameless, password: 'short' })).toEqual({
      companyName: 'Required.',
      password: expect.stringMatching(/characters/),
    })
  })

  test('of a registration: a weak password and an email in use', async () => {
    for (const email of ['dana@bluebonnet.example', 'maya@rigwright.example'])
      expect(
        await fieldsOf('visitor', 'POST', '/companies', { ...company, email, password: 'short' }),
      ).toEqual({
        email: 'An account with this email already exists.',
        password: expect.stringMatching(/characters/),
      })
  })

  test('of Verified: a missing note, and a month that is none', async () => {
    const path = `/founders/companies/${app.ids.dana}/verify`
    for (const [from, until, sentence] of [
      ['2025-10-01', '2025-10-02', 'A month has at least 28 days. You entered 2.'],
      ['2030-01-01', '2030-02-01', 'This date is in the future.'],
    ])
      expect(await fieldsOf('maya', 'POST', path, { from, until, note: '' })).toEqual({
        note: 'Required.',
        until: sentence,
      })
  })

  test('of a new ticket: an email, and a year that is none', async () => {
    const wrong = {
      customerDetails: { ...customerDetails, email: 'june' },
      customerRV: { ...customerRV, year: '3000' },
      jobs: [],
    }
    expect(await fieldsOf('dana', 'POST', '/tickets', wrong)).toEqual({
      'customerDetails.email': 'Enter a valid email address.',
      'customerRV.year': YEAR,
    })
  })

  test('of a new ticket: what an unknown VIN needs, and a year that is none', async () => {
    const rig = { ...customerRV, vin: 'UNKNOWN-1', make: '', model: '', year: '3000' }
    expect(
      await fieldsOf('dana', 'POST', '/tickets', { customerDetails, customerRV: rig, jobs: [] }),
    ).toEqual({
      'customerRV.make': 'Required.',
      'customerRV.model': 'Required.',
      'customerRV.year': YEAR,
    })
  })

  test('of an assignment: who, and when', async () => {
    const ticketId = await app.createTicket()
    const json = { employeeId: app.ids.walt, date: '2030-01-01' }
    expect(await fieldsOf('dana', 'PUT', `/tickets/${ticketId}/technician`, json)).toEqual({
      employeeId: 'Please select a technician.',
      date: 'Choose a date from today to a year from now.',
    })
  })

  test('of a booking: an email, a closed day, and a year that is none', async () => {
    const request = bookingInputOf(app.now)
    const response = await sendBooking(
      app,
      toFormData({
        ...request,
        customerDetails: { ...request.customerDetails, email: 'lucille' },
        customerRV: { ...request.customerRV, year: '3000' },
        wanted: { ...request.wanted, day: '2025-11-23' },
      }),
    )
    const { fields } = (await response.json()) as { fields: object }
    expect([response.status, fields]).toEqual([
      400,
      {
        'customerDetails.email': 'Enter a valid email address.',
        'customerRV.year': YEAR,
        'wanted.day': expect.any(String),
      },
    ])
  })

  test('of several images: each that cannot be used', async () => {
    const form = toFormData(bookingInputOf(app.now), new Uint8Array([1, 2, 3]), new Uint8Array([4, 5, 6]))
    const response = await sendBooking(app, form)
    const { fields } = (await response.json()) as { fields: object }
    expect([response.status, fields]).toEqual([
      400,
      { 'photos.0': 'That file isn’t an image.', 'photos.1': 'That file isn’t an image.' },
    ])
  })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customers, june } from '#server/seed/demo-accounts.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let ticketId: number
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ticketId = await app.createTicket()
})

const rowOf = () =>
  app.database.selectFrom('ticket').selectAll().where('ticketId', '=', ticketId).executeTakeFirstOrThrow()
const rigOf = (vin: string) =>
  app.database.selectFrom('rig').selectAll().where('vin', '=', vin).executeTakeFirst()
const lastChange = () =>
  app.database
    .selectFrom('changeLog')
    .select(['verb', 'actorName', 'card'])
    .where('id', '=', String(ticketId))
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow()

test('details are validated one by one, and a refusal changes nothing', async () => {
  const before = await rowOf()
  const wrong = { customerDetails: { email: 'june' }, customerRV: { vin: ' ' } }
  expect(await errorOf(app.as('dana').tickets.changeDetails({ ticketId, ...wrong }))).toMatchObject({
    code: 'INVALID',
    fields: {
      'customerDetails.email': 'Enter a valid email address.',
      'customerRV.vin': 'Required.',
    },
  })
  expect(await rowOf()).toEqual(before)
})

test('a year is from 1900 to next year; one from before stays until it is changed', async () => {
  const fields = { 'customerRV.year': 'Enter a year from 1900 to 2026.' }
  for (const year of ['1899', '2027', 'about 85']) {
    const change = app.as('dana').tickets.changeDetails({ ticketId, customerRV: { year } })
    expect(await errorOf(change)).toMatchObject({ code: 'INVALID', fields })
    const rig = { vin: 'HOME-1985', make: 'Own', model: 'Build', year, axleAmount: '1' } as const
    const input = { customerDetails: june.customerDetails, customerRV: rig }
    expect(await errorOf(app.as('dana').tickets.create(input))).toMatchObject({ code: 'INVALID', fields })
  }
  await app.database
    .updateTable('ticket')
    .set({ year: 'about 85' })
    .where('ticketId', '=', ticketId)
    .execute()
  await app.as('dana').tickets.changeDetails({ ticketId, customerRV: { make: 'Shasta' } })
  expect(await rowOf()).toMatchObject({ make: 'Shasta', year: 'about 85' })
})

test('a finalized ticket keeps its details', async () => {
  await app.as('dana').tickets.finalize({ ticketId })
  const before = await rowOf()
  const call = app.as('walt').tickets.changeDetails({ ticketId, customerRV: { year: '2020' } })
  expect(await errorOf(call)).toMatchObject({
    code: 'REFUSED',
    obstacles: [{ code: 'ticket.transitioned' }, { code: 'ticket.closed' }],
  })
  expect(await rowOf()).toEqual(before)
})

test('an unknown VIN still needs make, model and year, and is not added to the shared rigs', async () => {
  const customerRV = { vin: sharedVin('HOME-0'), make: '' }
  const call = app.as('walt').tickets.changeDetails({ ticketId, customerRV })
  expect(await errorOf(call)).toMatchObject({
    code: 'INVALID',
    fields: { 'customerRV.make': 'Required.' },
  })
  expect(await rigOf(sharedVin('HOME-0'))).toBeUndefined()
})

test('two people who change different fields both keep their changes', async () => {
  const before = await rowOf()
  await Promise.all([
    app.as('dana').tickets.changeDetails({ ticketId, customerDetails: { phone: '(574) 555-0299' } }),
    app.as('walt').tickets.changeDetails({ ticketId, customerDetails: { lastName: 'Parker' } }),
  ])
  const { card, ...row } = await rowOf()
  const { card: oldCard, ...old } = before
  expect(row).toEqual({
    ...old,
    ...{ phone: '(574) 555-0299', lastName: 'Parker' },
    companyCustomerId: expect.any(String),
  })
  expect(card).toEqual({ ...(oldCard as object), lastName: 'Parker' })
  expect(await lastChange()).toMatchObject({ verb: 'ticket.change-details' })
})

test('a corrected VIN that is new is added to the shared rigs as on a new ticket, by the person who entered it', async () => {
  await app.as('walt').tickets.changeDetails({
    ticketId,
    customerRV: { vin: ` ${sharedVin('HOME-1').toLowerCase()} `, axleAmount: '1' },
  })
  const { make, model, year } = june.customerRV
  expect(await rowOf()).toMatchObject({ vin: sharedVin('HOME-1'), make, model, year, axleAmount: '1' })
  expect(await rigOf(sharedVin('HOME-1'))).toMatchObject({
    make,
    model,
    year,
    axleAmount: '1',
    assigned: false,
    customerUuid: app.ids.dana,
  })
  expect(await lastChange()).toMatchObject({ verb: 'ticket.change-details', actorName: 'Walt Kim' })
})

test('a VIN on file fills empty fields', async () => {
  const [{ customerRV }] = customers
  await app.as('dana').tickets.create({ ...customers[0], jobs: [] })
  await app.as('dana').tickets.changeDetails({
    ticketId,
    customerRV: { vin: customerRV.vin, make: '', model: 'Mine', year: '' },
  })
  expect(await rowOf()).toMatchObject({ make: customerRV.make, model: 'Mine', year: customerRV.year })
})

test('a cleared address clears its coordinates', async () => {
  const coordinates = { latitude: 41.7, longitude: -86 }
  const desk = app.as('dana').tickets
  await desk.changeDetails({ ticketId, customerDetails: { address: '1 Main St', coordinates } })
  expect(await rowOf()).toMatchObject({ address: '1 Main St', ...coordinates })
  await desk.changeDetails({ ticketId, customerDetails: { address: '' } })
  expect(await rowOf()).toMatchObject({ address: null, latitude: null, longitude: null })
})

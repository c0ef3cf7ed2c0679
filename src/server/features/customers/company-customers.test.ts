import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { bookAs, bookingInputOf, nextMonday } from '../../../../test/support/booking-fixtures.ts'
import { createTestApp, errorOf, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Customer = Partial<typeof june.customerDetails>

const details = (customer: Customer) => ({ ...june.customerDetails, ...customer })

async function create(customer: Customer, more: { customerId?: string } = {}, who: PersonName = 'dana') {
  const { ticketId } = await app.as(who).tickets.create({
    customerDetails: details(customer),
    customerRV: { ...june.customerRV, vin: `WHO-${randomUUID().slice(0, 8)}` },
    ...more,
  })
  return { ticketId, customerId: (await app.as(who).tickets.get({ ticketId })).customerId ?? '' }
}

const records = (lastName: string) =>
  app.database.selectFrom('companyCustomer').selectAll().where('lastName', '=', lastName).execute()

const OTTO = { firstName: 'Otto', lastName: 'Marsh', email: 'otto@mail.example', phone: '574-555-0301' }

describe('a new ticket', () => {
  test('is of the customer with exactly this name, email and phone, else of a new one', async () => {
    const first = await create(OTTO)
    expect(
      await create({ ...OTTO, firstName: 'OTTO', email: 'Otto@mail.example', phone: '(574) 555-0301' }),
    ).toMatchObject({ customerId: first.customerId })
    for (const other of [
      { ...OTTO, firstName: 'Olga' },
      { ...OTTO, phone: '574-555-0302' },
      { ...OTTO, email: 'marsh@mail.example' },
    ])
      expect((await create(other)).customerId).not.toBe(first.customerId)
    expect(await records('Marsh')).toHaveLength(4)
    expect((await create(OTTO, {}, 'ray')).customerId).not.toBe(first.customerId)
  })

  test('without email and phone is of its own customer: a name alone tells nothing', async () => {
    const nobody = { firstName: 'Ann', lastName: 'Lone', email: '', phone: '5745550303' }
    const customerDetails = { ...details(nobody), noEmail: true }
    const ids = []
    for (let count = 0; count < 2; count += 1) {
      const { ticketId } = await app
        .as('dana')
        .tickets.create({ customerDetails, customerRV: june.customerRV })
      await app.database
        .updateTable('companyCustomer')
        .set({ phone: '' })
        .where('lastName', '=', 'Lone')
        .execute()
      ids.push((await app.as('dana').tickets.get({ ticketId })).customerId)
    }
    expect(new Set(ids).size).toBe(2)
  })

  test('is of the customer who was picked, whose record gets the new contact', async () => {
    const { customerId } = await create({ ...OTTO, lastName: 'Picked' })
    const moved = { ...OTTO, lastName: 'Picked', phone: '574-555-0399', address: '9 Elm St, Goshen, IN' }
    expect(await create(moved, { customerId })).toMatchObject({ customerId })
    expect(await records('Picked')).toMatchObject([
      { customerId, phone: '(574) 555-0399', email: OTTO.email, address: moved.address },
    ])
  })

  test('is refused for a customer of another company, and for one who was removed', async () => {
    const rival = await create({ ...OTTO, lastName: 'Rival' }, {}, 'ray')
    for (const customerId of [rival.customerId, randomUUID()])
      expect(await errorOf(create({ ...OTTO, lastName: 'Refused' }, { customerId }))).toMatchObject({
        code: 'INVALID',
        fields: { customerId: 'This customer was removed. Choose another one.' },
      })
    expect(await records('Refused')).toEqual([])
    expect(await records('Rival')).toMatchObject([{ companyId: app.ids.ray, phone: '(574) 555-0301' }])
  })

  test('tells a technician nothing of the record', async () => {
    const { ticketId } = await create({ ...OTTO, lastName: 'Marsh' })
    await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
    expect((await app.as('rosa').tickets.get({ ticketId })).customerId).toBeNull()
  })
})

test('bookings and appointments are of customers too', async () => {
  const { customerId } = await create({ ...OTTO, lastName: 'Booker' })
  const customerDetails = { ...OTTO, lastName: 'Booker' }
  const booked = await bookAs(app, bookingInputOf(app.now, { customerDetails }))
  expect((await app.as('dana').tickets.get({ ticketId: booked.ticketId ?? 0 })).customerId).toBe(customerId)
  const { ticketId } = await app.as('dana').bookings.create({
    problem: 'Awning',
    customerDetails: { ...customerDetails, phone: '574-555-0305' },
    wanted: nextMonday(app.now),
    customerId,
  })
  expect((await app.as('dana').tickets.get({ ticketId })).customerId).toBe(customerId)
  expect(await records('Booker')).toMatchObject([{ phone: '(574) 555-0305' }])
})

describe('a correction of a ticket', () => {
  test('corrects what the record had as the ticket had it', async () => {
    const { ticketId } = await create({ ...OTTO, lastName: 'Mispelt' })
    await create({ ...OTTO, lastName: 'Mispelt' })
    await app.database
      .updateTable('companyCustomer')
      .set({ email: 'newer@mail.example' })
      .where('lastName', '=', 'Mispelt')
      .execute()
    const customerDetails = { email: 'older@mail.example', phone: '574-555-0310' }
    await app.as('dana').tickets.changeDetails({ ticketId, customerDetails })
    expect(await records('Mispelt')).toMatchObject([{ email: 'newer@mail.example', phone: '(574) 555-0310' }])
  })

  test('with another name renames the customer of this ticket alone', async () => {
    const { ticketId, customerId } = await create({ ...OTTO, firstName: 'Teh', lastName: 'Odor' })
    await app.as('dana').tickets.changeDetails({ ticketId, customerDetails: { firstName: 'Theo' } })
    expect(await records('Odor')).toMatchObject([{ customerId, firstName: 'Theo' }])
  })

  test('with another name leaves a customer who has other tickets', async () => {
    const { ticketId, customerId } = await create({ ...OTTO, firstName: 'Ida', lastName: 'Twice' })
    await create({ ...OTTO, firstName: 'Ida', lastName: 'Twice' })
    await app.as('dana').tickets.changeDetails({ ticketId, customerDetails: { firstName: 'Ivo' } })
    const names = (await records('Twice')).map(({ firstName }) => firstName).sort()
    expect(names).toEqual(['Ida', 'Ivo'])
    expect((await app.as('dana').tickets.get({ ticketId })).customerId).not.toBe(customerId)
  })
})

test('suggestions name the record, with its contact, and tell apart those who share a name and an email', async () => {
  const first = await create({ ...OTTO, lastName: 'Twin' })
  app.now = new Date(app.now.getTime() + 1000)
  const second = await create({ ...OTTO, lastName: 'Twin', phone: '574-555-0320' })
  await app.database
    .updateTable('companyCustomer')
    .set({ phone: '(574) 555-0321' })
    .where('customerId', '=', first.customerId)
    .execute()
  const suggest = async (typed: object) =>
    (await app.as('dana').customers.suggest(typed)).map(({ customerId, phone }) => [customerId, phone])
  expect(await suggest({ lastName: 'twin' })).toEqual([
    [second.customerId, '(574) 555-0320'],
    [first.customerId, '(574) 555-0321'],
  ])
  expect(await suggest({ phone: '5550321' })).toEqual([[first.customerId, '(574) 555-0321']])
})

test('customers found by their RV are those of the newest tickets', async () => {
  const ids: string[] = []
  for (let index = 0; index < 7; index += 1) {
    app.now = new Date(app.now.getTime() + 1000)
    const { ticketId } = await app.as('dana').tickets.create({
      customerDetails: details({ ...OTTO, lastName: `Camper${index}` }),
      customerRV: { ...june.customerRV, vin: `RIG-${randomUUID().slice(0, 8)}`, make: 'Zephyrine' },
    })
    ids.unshift((await app.as('dana').tickets.get({ ticketId })).customerId ?? '')
  }
  const found = await app.as('dana').customers.find({ q: 'zephyrine' })
  expect(found.map(({ customerId }) => customerId)).toEqual(ids.slice(0, found.length))
  expect(found.length).toBeLessThan(ids.length)
})

test('forgetting a customer deletes their record, and leaves that of a namesake at the same email', async () => {
  const { ticketId } = await create({ ...OTTO, lastName: 'Gone' })
  await create({ ...OTTO, firstName: 'Olga', lastName: 'Gone' })
  await app.as('dana').tickets.finalize({ ticketId })
  await app.as('dana').tickets.complete({ ticketId })
  await app.as('dana').tickets.eraseCustomer({ ticketId })
  expect(await records('Gone')).toMatchObject([{ firstName: 'Olga' }])
  expect((await app.as('dana').tickets.get({ ticketId })).customerId).toBeNull()
})

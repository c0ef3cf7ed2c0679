import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Customer = Partial<typeof june.customerDetails>

let vins = 0

/** A ticket of a customer; with the customer's id. */
async function visit(customer: Customer, customerId?: string, who: PersonName = 'dana') {
  vins += 1
  const { ticketId } = await app.as(who).tickets.create({
    customerDetails: { ...june.customerDetails, ...customer },
    customerRV: { ...june.customerRV, vin: `MERGE${100 + vins}`, model: `Eagle ${vins}` },
    customerId,
  })
  return { ticketId, customerId: (await app.as(who).tickets.get({ ticketId })).customerId ?? '' }
}

const OTTO = { firstName: 'Otto', lastName: 'Marsh', email: 'otto@mail.example', phone: '574-555-0301' }
const twinOf = (lastName: string) => ({ ...OTTO, lastName, phone: '574-555-0302' })

const customerOf = (customerId: string) => app.as('dana').customers.get({ customerId })
const ticketsOf = async (customerId: string) =>
  (await customerOf(customerId)).tickets.map(({ ticketId }) => ticketId).sort()

test('a customer has their tickets, RVs, and who else has their email or phone', async () => {
  const first = await visit({ ...OTTO, lastName: 'Page' })
  const second = await visit({ ...OTTO, lastName: 'Page' })
  const other = await visit(twinOf('Pages'))
  const alone = await visit({ ...OTTO, lastName: 'Else', email: 'jotto@mail.example', phone: '574-555-0399' })
  const customer = await customerOf(first.customerId)
  expect(customer).toMatchObject({
    firstName: 'Otto',
    lastName: 'Page',
    note: '',
    ticketCount: 2,
    merged: [],
  })
  expect(customer.tickets.map(({ ticketId }) => ticketId)).toEqual(
    expect.arrayContaining([first.ticketId, second.ticketId]),
  )
  expect(customer.rigs.map(({ ticketId }) => ticketId).sort()).toEqual(
    [first.ticketId, second.ticketId].sort(),
  )
  expect(customer.alike.map(({ customerId }) => customerId)).toEqual([other.customerId])
  expect((await customerOf(alone.customerId)).alike).toEqual([])
  expect(await errorOf(app.as('ray').customers.get({ customerId: first.customerId }))).toMatchObject({
    code: 'NOT_FOUND',
    message: 'This customer was removed.',
  })
})

test('an RV has the company’s tickets of it, and the customers who came with it', async () => {
  const vin = `MERGE${101 + vins}`
  const first = await visit({ ...OTTO, lastName: 'Before' })
  app.now = new Date(app.now.getTime() + 1000)
  vins -= 1
  const second = await visit({ ...OTTO, lastName: 'After' })
  const customerIdsOf = async (who: PersonName) =>
    (await app.as(who).customers.ofRig({ vin })).customers.map(({ customerId }) => customerId)
  expect(await app.as('walt').customers.ofRig({ vin })).toMatchObject({
    rig: { vin, make: june.customerRV.make },
    ticketCount: 2,
    tickets: [{ ticketId: second.ticketId }, { ticketId: first.ticketId }],
  })
  expect(await customerIdsOf('dana')).toEqual([second.customerId, first.customerId])
  await app.as('dana').customers.merge({ customerId: first.customerId, into: second.customerId })
  expect(await customerIdsOf('dana')).toEqual([second.customerId])
  expect(await app.as('ray').customers.ofRig({ vin })).toMatchObject({
    rig: null,
    tickets: [],
    ticketCount: 0,
  })
})

test('their record changes, and their tickets stay', async () => {
  const { ticketId, customerId } = await visit({ ...OTTO, lastName: 'Change' })
  await app
    .as('walt')
    .customers.change({ customerId, phone: '574-555-0377', note: ' Gate code 12 ', preferredContact: 'text' })
  expect(await customerOf(customerId)).toMatchObject({
    ...{ phone: '(574) 555-0377', note: 'Gate code 12', preferredContact: 'text', email: OTTO.email },
  })
  expect((await app.as('dana').tickets.get({ ticketId })).customerDetails.phone).toBe('(574) 555-0301')
  expect(await errorOf(app.as('dana').customers.change({ customerId, email: '' }))).toMatchObject({
    code: 'INVALID',
    fields: { email: 'Required.' },
  })
  await app.as('dana').customers.change({ customerId, email: '', noEmail: true })
  expect(await customerOf(customerId)).toMatchObject({ email: '', phone: '(574) 555-0377' })
})

test('whether they agreed to updates is noted with who asked them and when', async () => {
  const { customerId } = await visit({ ...OTTO, lastName: 'Consent' })
  const change = app.as('walt').customers.change
  expect((await customerOf(customerId)).consent).toBeNull()
  await change({ customerId, agreesToEmail: true, agreesToText: false })
  const noted = { notedAt: app.now, notedBy: 'Walt Kim' }
  expect((await customerOf(customerId)).consent).toEqual({
    ...{ agreesToEmail: true, agreesToText: false },
    ...noted,
  })
  const before = app.now
  app.now = new Date(before.getTime() + 60_000)
  await app.as('dana').customers.change({ customerId, note: 'Gate code 12' })
  expect((await customerOf(customerId)).consent).toMatchObject(noted)
  await app.as('dana').customers.change({ customerId, agreesToText: null })
  expect((await customerOf(customerId)).consent).toEqual({
    ...{ agreesToEmail: true, agreesToText: null, notedAt: app.now, notedBy: 'Dana Reyes' },
  })
  await change({ customerId, agreesToEmail: null })
  expect((await customerOf(customerId)).consent).toBeNull()
  app.now = before
})

test('words find a customer by name, phone, email, and by an RV of theirs', async () => {
  const { customerId } = await visit({
    ...OTTO,
    firstName: 'Zelda',
    lastName: 'O’Fynd',
    email: 'zf@mail.example',
  })
  const idsOf = async (q: string, who: PersonName = 'dana') =>
    (await app.as(who).customers.find({ q })).map(found => found.customerId)
  for (const q of ['fynd zelda', 'zf@mail', 'eagle fynd', `MERGE${100 + vins}`])
    expect(await idsOf(q), q).toContain(customerId)
  expect(await idsOf('5745550301 fynd')).toEqual([customerId])
  expect(await idsOf('fynd', 'ray')).toEqual([])
  expect(await idsOf('%')).toEqual([])
})

describe('merged customers', () => {
  test('are one, with all tickets, until they are separated', async () => {
    const first = await visit({ ...OTTO, lastName: 'Kept' })
    const twin = await visit(twinOf('Kept'))
    await app.as('walt').customers.merge({ customerId: twin.customerId, into: first.customerId })
    const both = [first.ticketId, twin.ticketId].sort()
    expect(await ticketsOf(first.customerId)).toEqual(both)
    // The other one's page is the same.
    expect(await customerOf(twin.customerId)).toMatchObject({
      ...{ customerId: first.customerId, phone: '(574) 555-0301', ticketCount: 2 },
      merged: [{ customerId: twin.customerId, phone: '(574) 555-0302', canSeparate: true }],
    })
    // What is typed exactly so is theirs, and so is what a page picked before.
    expect((await customerOf((await visit(twinOf('Kept'))).customerId)).customerId).toBe(first.customerId)
    const picked = await visit(twinOf('Kept'), twin.customerId)
    expect(picked.customerId).toBe(first.customerId)
    const found = await app.as('dana').customers.find({ q: '5745550302 Kept' })
    expect(found.map(({ customerId }) => customerId)).toEqual([first.customerId])
    const suggested = await app.as('dana').customers.suggest({ lastName: 'Kept' })
    expect(suggested).toMatchObject([{ customerId: first.customerId }])

    await app.as('walt').customers.separate({ customerId: twin.customerId })
    expect(await ticketsOf(twin.customerId)).toEqual([twin.ticketId])
    expect(await customerOf(first.customerId)).toMatchObject({ merged: [], ticketCount: 3 })
  })

  test('each keep what was noted about them', async () => {
    const first = await visit({ ...OTTO, lastName: 'Noted' })
    const twin = await visit(twinOf('Noted'))
    const change = app.as('walt').customers.change
    await change({ customerId: first.customerId, note: 'Calls first', agreesToEmail: true })
    await change({ customerId: twin.customerId, note: 'Gate code 12', agreesToEmail: false })
    await app.as('walt').customers.merge({ customerId: twin.customerId, into: first.customerId })
    expect(await customerOf(first.customerId)).toMatchObject({
      ...{ note: 'Calls first', consent: { agreesToEmail: true } },
      merged: [{ note: 'Gate code 12', consent: { agreesToEmail: false, agreesToText: null } }],
    })
    await app.as('walt').customers.separate({ customerId: twin.customerId })
    expect(await customerOf(twin.customerId)).toMatchObject({
      ...{ note: 'Gate code 12', consent: { agreesToEmail: false } },
    })
  })

  test('who were merged twice are separated as they were', async () => {
    const [a, b, c] = [
      await visit({ ...OTTO, lastName: 'A' }),
      await visit({ ...OTTO, lastName: 'B' }),
      await visit({ ...OTTO, lastName: 'C' }),
    ]
    const merge = (customerId: string, into: string) => app.as('dana').customers.merge({ customerId, into })
    await merge(a.customerId, b.customerId)
    await merge(b.customerId, c.customerId)
    expect(await ticketsOf(a.customerId)).toEqual([a.ticketId, b.ticketId, c.ticketId].sort())
    // Neither a circle nor a second time.
    await merge(c.customerId, a.customerId)
    await merge(b.customerId, c.customerId)
    await app.as('dana').customers.separate({ customerId: b.customerId })
    expect(await ticketsOf(a.customerId)).toEqual([a.ticketId, b.ticketId].sort())
    expect(await customerOf(b.customerId)).toMatchObject({ merged: [{ customerId: a.customerId }] })
    expect(await ticketsOf(c.customerId)).toEqual([c.ticketId])
  })

  test('by two desks at once are merged once', async () => {
    const first = await visit({ ...OTTO, lastName: 'Twice' })
    const twin = await visit(twinOf('Twice'))
    const pair = { customerId: twin.customerId, into: first.customerId }
    const turned = { customerId: first.customerId, into: twin.customerId }
    await Promise.all([app.as('walt').customers.merge(pair), app.as('dana').customers.merge(turned)])
    expect(await ticketsOf(first.customerId)).toEqual([first.ticketId, twin.ticketId].sort())
    expect((await customerOf(first.customerId)).merged).toHaveLength(1)
  })

  test('while one of them is forgotten leave the other one with their own tickets', async () => {
    const first = await visit({ ...OTTO, lastName: 'Racing', email: 'racing@mail.example' })
    const twin = await visit(twinOf('Racing'))
    await app.as('dana').tickets.finalize({ ticketId: first.ticketId })
    await app.as('dana').tickets.complete({ ticketId: first.ticketId })
    const [, forgotten] = await Promise.allSettled([
      app.as('walt').customers.merge({ customerId: twin.customerId, into: first.customerId }),
      app.as('dana').tickets.eraseCustomer({ ticketId: first.ticketId }),
    ])
    expect(forgotten.status).toBe('fulfilled')
    expect(await customerOf(twin.customerId)).toMatchObject({ customerId: twin.customerId, merged: [] })
    expect(await ticketsOf(twin.customerId)).toEqual([twin.ticketId])
    expect(await errorOf(customerOf(first.customerId))).toMatchObject({ code: 'NOT_FOUND' })
    expect(app.loggedErrors).toEqual([])
  })

  test('are refused with themself, with another company’s, and after 30 days', async () => {
    const first = await visit({ ...OTTO, lastName: 'Refused' })
    const twin = await visit(twinOf('Refused'))
    const rival = await visit(twinOf('Refused'), undefined, 'ray')
    const merge = (customerId: string, into: string) =>
      errorOf(app.as('dana').customers.merge({ customerId, into }))
    expect(await merge(first.customerId, first.customerId)).toMatchObject({
      fields: { into: 'Choose another customer: this is the same one.' },
    })
    expect(await merge(first.customerId, rival.customerId)).toMatchObject({
      fields: { into: 'This customer was removed. Choose another one.' },
    })
    expect(await merge(rival.customerId, first.customerId)).toMatchObject({ code: 'NOT_FOUND' })
    await app.as('dana').customers.merge({ customerId: twin.customerId, into: first.customerId })
    const before = app.now
    app.now = new Date(before.getTime() + 30 * 24 * 60 * 60_000)
    expect((await customerOf(first.customerId)).merged).toMatchObject([{ canSeparate: false }])
    expect(await errorOf(app.as('dana').customers.separate({ customerId: twin.customerId }))).toMatchObject({
      fields: { customerId: 'After 30 days customers can’t be separated any more.' },
    })
    app.now = before
  })

  test('of whom one is forgotten are separate again', async () => {
    const first = await visit({ ...OTTO, lastName: 'Forgotten', email: 'first@mail.example' })
    const twin = await visit(twinOf('Forgotten'))
    await app.as('dana').customers.merge({ customerId: twin.customerId, into: first.customerId })
    await app.as('dana').tickets.finalize({ ticketId: first.ticketId })
    await app.as('dana').tickets.complete({ ticketId: first.ticketId })
    await app.as('dana').tickets.eraseCustomer({ ticketId: first.ticketId })
    expect(await customerOf(twin.customerId)).toMatchObject({ customerId: twin.customerId, merged: [] })
    expect(await errorOf(customerOf(first.customerId))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

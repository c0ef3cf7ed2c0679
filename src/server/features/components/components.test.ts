import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  for (const owner of ['dana', 'ray'] as const)
    await app.as(owner).preferences.change({ listsComponents: true })
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date(START)
})

const FURNACE = { kind: 'furnace', maker: 'Suburban', model: 'SF-30F', serial: '0912 44521' } as const

/** Each test has a VIN of its own. */
let count = 100
const nextVin = () => {
  count += 1
  return `1UJBJ0BP5E77${String(count).padStart(5, '0')}`
}
const createTicketOf = async (owner: 'dana' | 'ray', vin: string, customer = june.customerDetails) => {
  const customerRV = { ...june.customerRV, vin }
  const jobs = [{ problem: 'Furnace will not light' }]
  return (await app.as(owner).tickets.create({ customerDetails: customer, customerRV, jobs })).ticketId
}
const listOf = (ticketId: number, who: 'dana' | 'ray' = 'dana') => app.as(who).components.list({ ticketId })
const labelsOf = async (ticketId: number, who: 'dana' | 'ray' = 'dana') =>
  (await listOf(ticketId, who)).components.map(({ maker, model, serial }) => [maker, model, serial])
const activityOf = async (ticketId: number) =>
  (await app.as('walt').tickets.activity({ ticketId })).entries.map(activitySentence)

test('a component is added, corrected, replaced and removed, and all of it stays on record', async () => {
  const ticketId = await createTicketOf('dana', nextVin())
  const { components } = app.as('walt')
  const { componentId, note } = await components.add({ ticketId, ...FURNACE, day: '2020-05-01' })
  expect(note).toBeNull()
  app.now = new Date(app.now.getTime() + 60_000)
  await components.correct({ ticketId, componentId, ...FURNACE, model: 'SF-35F' })
  const { componentId: newer } = await components.add({
    ...{
      ticketId,
      kind: 'furnace',
      maker: 'Dometic',
      model: 'AFS',
      replaces: componentId,
      day: '2025-11-20',
    },
  })
  expect(await listOf(ticketId)).toMatchObject({
    isOn: true,
    components: [
      {
        ...{ componentId, model: 'SF-35F', serial: '0912 44521', installedOn: '2020-05-01' },
        ...{ isInstalled: false, endedOn: '2025-11-20', replacedBy: newer },
        entries: [
          { how: 'entered', model: 'SF-30F', enteredByName: 'Walt Kim', ticketId },
          { how: 'corrected', model: 'SF-35F' },
        ],
      },
      { componentId: newer, isInstalled: true, replacedBy: null },
    ],
  })
  await components.remove({ ticketId, componentId: newer })
  expect((await listOf(ticketId)).components.map(({ isInstalled }) => isInstalled)).toEqual([false, false])
  expect((await activityOf(ticketId)).slice(0, 4)).toEqual([
    'Walt noted that Furnace · Dometic AFS is no longer in the RV',
    'Walt added Furnace · Dometic AFS to the RV’s components',
    'Walt corrected Furnace · Suburban SF-35F of the RV',
    'Walt added Furnace · Suburban SF-30F to the RV’s components',
  ])
})

test('a correction clears what it leaves empty, and what it leaves out stays', async () => {
  const [vin, other] = [nextVin(), nextVin()]
  const ticketId = await createTicketOf('dana', vin)
  const { components } = app.as('walt')
  const facts = { serial: 'CLEAR 1', day: '2020-05-01', warrantyUntil: '2027-05-01' }
  const { componentId } = await components.add({ ticketId, ...FURNACE, ...facts })
  const correct = async (typed: object) => {
    app.now = new Date(app.now.getTime() + 60_000)
    await components.correct({ ticketId, componentId, kind: 'furnace', maker: 'Suburban', ...typed })
    const { components: listed } = await listOf(ticketId)
    return listed[0]
  }
  expect(await correct({ model: 'SF-35F' })).toMatchObject({
    ...{ model: 'SF-35F', serial: 'CLEAR 1', installedOn: '2020-05-01', warrantyUntil: '2027-05-01' },
  })
  expect(await correct({ serial: '', warrantyUntil: null })).toMatchObject({
    ...{ serial: '', installedOn: '2020-05-01', warrantyUntil: null },
    entries: expect.arrayContaining([expect.objectContaining({ how: 'cleared', serial: 'CLEAR 1' })]),
  })
  const furnace = { ...FURNACE, serial: 'CLEAR 1' }
  const elsewhere = await createTicketOf('dana', other)
  expect(await components.add({ ticketId: elsewhere, ...furnace })).toMatchObject({ note: null })
  expect(await correct({ serial: 'CLEAR 2', day: null })).toMatchObject({
    ...{ serial: 'CLEAR 2', installedOn: null },
  })
})

describe('another company', () => {
  test('reads maker and model once it has a ticket of the RV, and no serial number, person or ticket', async () => {
    const vin = nextVin()
    const ticketId = await createTicketOf('dana', vin)
    await app.as('dana').components.add({ ticketId, ...FURNACE })
    expect((await errorOf(listOf(ticketId, 'ray'))).code).toBe('NOT_FOUND')
    const theirs = await createTicketOf('ray', vin)
    expect(await listOf(theirs, 'ray')).toMatchObject({
      components: [
        {
          maker: 'Suburban',
          model: 'SF-30F',
          serial: null,
          entries: [{ ticketId: null, enteredByName: null }],
        },
      ],
    })
    expect(JSON.stringify(await listOf(theirs, 'ray'))).not.toContain('44521')
  })

  test('corrects it, and each keeps its own serial number', async () => {
    const vin = nextVin()
    const ticketId = await createTicketOf('dana', vin)
    const { componentId } = await app.as('dana').components.add({ ticketId, ...FURNACE })
    const theirs = await createTicketOf('ray', vin)
    await app.as('ray').components.correct({ ticketId: theirs, componentId, ...FURNACE, serial: 'X-1' })
    expect(await labelsOf(theirs, 'ray')).toEqual([['Suburban', 'SF-30F', 'X-1']])
    expect(await labelsOf(ticketId)).toEqual([['Suburban', 'SF-30F', '0912 44521']])
  })

  test('reads nothing of an RV under a text that is no VIN', async () => {
    const ticketId = await createTicketOf('dana', 'TRAILER-7')
    await app.as('dana').components.add({ ticketId, ...FURNACE })
    const theirs = await createTicketOf('ray', 'TRAILER-7')
    expect(await labelsOf(theirs, 'ray')).toEqual([])
  })
})

test('under a text that is no VIN, each customer’s RV has its own', async () => {
  const ticketId = await createTicketOf('dana', 'TRAILER-8')
  await app.as('dana').components.add({ ticketId, ...FURNACE })
  const again = await createTicketOf('dana', 'TRAILER-8')
  const otto = {
    ...june.customerDetails,
    firstName: 'Otto',
    email: 'otto@mail.example',
    phone: '574-555-0199',
  }
  const other = await createTicketOf('dana', 'TRAILER-8', otto)
  expect(await labelsOf(again)).toHaveLength(1)
  expect(await labelsOf(other)).toEqual([])
})

test('the end of the maker’s warranty is entered, read by the company alone, and goes with the ticket to another VIN', async () => {
  const vin = nextVin()
  const ticketId = await createTicketOf('dana', vin)
  const theirs = await createTicketOf('ray', vin)
  const ends = { day: '2025-03-03', warrantyUntil: '2027-03-03' }
  const { componentId } = await app.as('dana').components.add({ ticketId, ...FURNACE, ...ends })
  const warrantyOf = async (ofTicket: number, who: 'dana' | 'ray' = 'dana') =>
    (await listOf(ofTicket, who)).components.map(({ warrantyUntil }) => warrantyUntil)
  expect(await warrantyOf(ticketId)).toEqual(['2027-03-03'])
  expect(await warrantyOf(theirs, 'ray')).toEqual([null])
  app.now = new Date(app.now.getTime() + 60_000)
  await app.as('dana').components.correct({ ticketId, componentId, ...FURNACE, warrantyUntil: '2026-03-03' })
  await app.as('dana').tickets.changeDetails({ ticketId, customerRV: { vin: nextVin() } })
  expect(await warrantyOf(ticketId)).toEqual(['2026-03-03'])
})

test('what was entered on a ticket goes with it to another VIN', async () => {
  const [wrong, right] = [nextVin(), nextVin()]
  const ticketId = await createTicketOf('dana', wrong)
  const other = await createTicketOf('dana', wrong)
  await app.as('dana').components.add({ ticketId, ...FURNACE })
  await app.as('dana').components.add({ ticketId: other, kind: 'awning', maker: 'Carefree' })
  await app.as('dana').tickets.changeDetails({ ticketId, customerRV: { vin: right } })
  expect(await labelsOf(ticketId)).toEqual([['Suburban', 'SF-30F', '0912 44521']])
  expect(await labelsOf(other)).toEqual([['Carefree', '', '']])
})

test('a serial number that the company entered for another VIN is pointed out', async () => {
  const [vin, other] = [nextVin(), nextVin()]
  const serial = 'DOUBLE 1'
  await app.as('dana').components.add({ ticketId: await createTicketOf('dana', vin), ...FURNACE, serial })
  const ticketId = await createTicketOf('dana', other)
  expect(await app.as('dana').components.add({ ticketId, ...FURNACE, serial: 'double1' })).toMatchObject({
    note: `Your company also entered this serial number for VIN ${vin}. Check both.`,
  })
})

describe('refused, with nothing written:', () => {
  const refused = async (call: () => Promise<unknown>, error: object) => {
    const before = await dumpDatabase(app.database)
    expect(await errorOf(call())).toMatchObject(error)
    expect(await dumpDatabase(app.database)).toEqual(before)
  }

  test('days and years that cannot be, and a component without a name', async () => {
    const ticketId = await createTicketOf('dana', nextVin())
    const { components } = app.as('dana')
    const { componentId } = await components.add({ ticketId, ...FURNACE, day: '2024-05-01' })
    await refused(() => components.add({ ticketId, ...FURNACE, day: '2025-12-24' }), {
      fields: { day: 'Enter today or an earlier date.' },
    })
    await refused(() => components.add({ ticketId, ...FURNACE, replaces: componentId, day: '2024-04-30' }), {
      fields: { day: 'Enter the day it was installed or a later one.' },
    })
    await refused(() => components.remove({ ticketId, componentId, day: '2024-04-30' }), {
      fields: { day: 'Enter the day it was installed or a later one.' },
    })
    await refused(
      () => components.add({ ticketId, ...FURNACE, day: '2024-05-01', warrantyUntil: '2024-04-30' }),
      {
        fields: { warrantyUntil: 'Enter the day it was installed or a later one.' },
      },
    )
    await refused(() => components.add({ ticketId, kind: 'other', modelYear: '1492' }), {
      fields: { name: 'Required.', modelYear: 'Enter a year from 1900 to 2026.' },
    })
  })

  test('what is no longer in the RV, also when two replace it at once', async () => {
    const ticketId = await createTicketOf('dana', nextVin())
    const { components } = app.as('dana')
    const { componentId } = await components.add({ ticketId, ...FURNACE })
    const both = await Promise.allSettled(
      ['dana', 'walt'].map(who =>
        app.as(who as 'dana').components.add({ ticketId, ...FURNACE, serial: who, replaces: componentId }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const error = { code: 'NOT_FOUND', message: 'This component is no longer in the RV.' }
    await refused(() => components.correct({ ticketId, componentId, ...FURNACE }), error)
    await refused(() => components.remove({ ticketId, componentId }), error)
  })

  test('on a completed ticket, without a VIN, and in a company that lists none', async () => {
    const ticketId = await createTicketOf('dana', nextVin())
    await app.as('dana').tickets.finalize({ ticketId })
    await refused(() => app.as('dana').components.add({ ticketId, ...FURNACE }), { code: 'REFUSED' })
    const booking = await app.createBooking()
    await refused(() => app.as('dana').components.add({ ticketId: booking, ...FURNACE }), { code: 'REFUSED' })
    await app.as('ray').preferences.change({ listsComponents: false })
    const theirs = await createTicketOf('ray', nextVin())
    await refused(() => app.as('ray').components.add({ ticketId: theirs, ...FURNACE }), {
      message: 'Your company doesn’t list components. The owner turns it on under Company, Preferences.',
    })
    expect(await listOf(theirs, 'ray')).toMatchObject({ isOn: false, components: [] })
    await app.as('ray').preferences.change({ listsComponents: true })
  })
})

test('the technician of the ticket enters it in the bay, and no other', async () => {
  const ticketId = await createTicketOf('dana', nextVin())
  await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
  await app.as('rosa').components.add({ ticketId, ...FURNACE })
  expect((await errorOf(app.as('sam').components.list({ ticketId }))).code).toBe('NOT_FOUND')
})

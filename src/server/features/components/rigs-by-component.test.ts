import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers, june } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const [harold] = customers

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  for (const owner of ['dana', 'ray'] as const)
    await app.as(owner).preferences.change({ listsComponents: true })
})
afterAll(() => app.close())

/** What happens now is after what happened before. */
const wait = () => {
  app.now = new Date(app.now.getTime() + 60_000)
}
const createTicketOf = async (
  owner: 'dana' | 'ray',
  vin: string,
  customerDetails: typeof harold.customerDetails = june.customerDetails,
) => {
  wait()
  const jobs = [{ problem: 'Refrigerator recall' }]
  const customerRV = { ...june.customerRV, vin }
  return (await app.as(owner).tickets.create({ customerDetails, customerRV, jobs })).ticketId
}
const REFRIGERATOR = { kind: 'refrigerator', maker: 'Norcold', model: '1210-LRIM', serial: '13457' } as const
const listOf = (maker: string, model = '', who: 'dana' | 'ray' | 'walt' = 'walt') =>
  app.as(who).components.listRigs({ maker, model })

test('the RVs with a maker and model are listed with serial number, newest ticket and the customer to call', async () => {
  const vin = '1UJBJ0BP5E7700201'
  const first = await createTicketOf('dana', vin)
  await app.as('dana').components.add({ ticketId: first, ...REFRIGERATOR, place: 'kitchen' })
  const newest = await createTicketOf('dana', vin, harold.customerDetails)
  expect(await listOf('norcold', '1210')).toMatchObject({
    ...{ isOn: true, isComplete: true },
    found: [
      {
        ...{
          vin,
          rig: '2021 Jayco Jay Flight 264BH',
          ticketId: newest,
          kind: 'refrigerator',
          place: 'kitchen',
        },
        ...{ maker: 'Norcold', model: '1210-LRIM', serial: '13457' },
        customer: { name: 'Harold Whitcomb', phone: harold.customerDetails.phone },
      },
    ],
  })
})

test.each([
  ['NORCOLD', '1210 lrim', 1],
  ['Nor-Cold', '', 1],
  ['norcold', '2', 0],
  ['norcold', '210', 0],
  ['nor', '', 0],
  ['%', '', 0],
  ['norcold', '%', 1],
  ['!', '', 0],
])('%j %j finds %i', async (maker, model, count) => {
  expect((await listOf(maker, model)).found).toHaveLength(count)
})

test('a corrected, replaced or removed one is not listed, also where another company removed it', async () => {
  const [vin, shared] = ['1UJBJ0BP5E7700202', '1UJBJ0BP5E7700203']
  const typed = { kind: 'generator', maker: 'Onan', model: '5500' } as const
  const ticketId = await createTicketOf('dana', vin)
  const { components } = app.as('dana')
  const { componentId } = await components.add({ ticketId, ...typed })
  expect((await listOf('Onan')).found).toHaveLength(1)
  wait()
  await components.correct({ ticketId, componentId, ...typed, model: '4000' })
  expect((await listOf('Onan', '5500')).found).toEqual([])
  expect((await listOf('Onan', '4000')).found).toHaveLength(1)
  wait()
  await components.add({ ticketId, ...typed, maker: 'Champion', replaces: componentId })
  expect((await listOf('Onan')).found).toEqual([])

  const ours = await createTicketOf('dana', shared)
  const { componentId: other } = await components.add({ ticketId: ours, ...typed })
  const theirs = await createTicketOf('ray', shared)
  await app.as('ray').components.remove({ ticketId: theirs, componentId: other })
  expect((await listOf('Onan')).found).toEqual([])
})

test('under a text that is no VIN each customer’s RV is listed with its own customer', async () => {
  const [ofJune, ofHarold] = [
    await createTicketOf('dana', 'TRAILER-9'),
    await createTicketOf('dana', 'TRAILER-9', harold.customerDetails),
  ]
  await app.as('dana').components.add({ ticketId: ofJune, kind: 'awning', maker: 'Carefree' })
  await app.as('dana').components.add({ ticketId: ofHarold, kind: 'awning', maker: 'Carefree' })
  const { found } = await listOf('carefree')
  expect(found.map(({ customer }) => customer?.name).sort()).toEqual(['Harold Whitcomb', 'June Park'])
})

test('nothing of another company, to no technician, and nothing where components are off', async () => {
  expect((await listOf('Norcold', '', 'ray')).found).toEqual([])
  expect((await errorOf(app.as('rosa').components.listRigs({ maker: 'Norcold' }))).code).toBe('FORBIDDEN')
  await app.as('dana').preferences.change({ listsComponents: false })
  expect(await listOf('Norcold')).toEqual({ isOn: false, found: [], isComplete: true })
  expect(await errorOf(app.as('walt').components.listRigs({ maker: ' ' }))).toMatchObject({
    fields: { maker: 'Required.' },
  })
})

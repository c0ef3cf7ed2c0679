import { afterAll, beforeAll, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let roof: number
let awning: number
beforeAll(async () => {
  app = await createTestApp()
  roof = await taken('Nadia', 'Ng', '(512) 555-0170', 'ROOF-1', 'Water 100% through_the roof vent')
  app.now = new Date(app.now.getTime() + 60_000)
  awning = await taken('José', 'Peña', '512.555.0199', 'AWNING-2', 'Awning motor hums')
})
afterAll(() => app.close())

async function taken(firstName: string, lastName: string, phone: string, vin: string, problem: string) {
  const customerDetails = { ...june.customerDetails, firstName, lastName, phone }
  const customerRV = { ...june.customerRV, vin, make: 'Winnebago', model: 'Voyage', year: '2016' }
  const { ticketId } = await app
    .as('walt')
    .tickets.create({ customerDetails, customerRV, jobs: [{ problem }] })
  return ticketId
}

const found = async (q: string, asking: object = {}, person: 'walt' | 'rosa' | 'ray' = 'walt') =>
  (await app.as(person).tickets.list({ q, ...asking })).cards.map(({ ticketId }) => ticketId)

test('a ticket is found by its number, its customer, their phone, the VIN, the make or the problem', async () => {
  for (const q of [String(roof), 'nadia', 'Ng', '555-0170', 'roof-1', 'through_the', 'vent water'])
    expect(await found(q), q).toEqual([roof])
  expect(await found('jose pena')).toEqual([awning])
  expect(await found('winnebago voyage')).toEqual([awning, roof])
})

test('LIKE wildcards are literal characters', async () => {
  expect(await found('100%')).toEqual([roof])
  for (const q of ['%', '_', '\\', 'w%r', "' or true --", '10_%']) expect(await found(q), q).toEqual([])
})

test('an empty query finds nothing, and a too long one is refused', async () => {
  expect(await found('   ')).toEqual([])
  expect((await errorOf(app.as('walt').tickets.list({ q: 'x'.repeat(201) }))).code).toBe('INVALID')
})

test("a technician finds only their own, and no one finds another company's", async () => {
  await app.as('walt').tickets.assign({ ticketId: roof, employeeId: app.ids.rosa })
  expect(await found('winnebago', {}, 'rosa')).toEqual([roof])
  expect(await found('winnebago', {}, 'ray')).toEqual([])
})

test('every state is searched unless one is named', async () => {
  await app.as('walt').tickets.finalize({ ticketId: awning })
  expect(await found('winnebago')).toEqual([awning, roof])
  expect(await found('winnebago', { state: 'completed' })).toEqual([awning])
  expect(await found('winnebago', { limit: 1 })).toEqual([awning])
})

test('search text follows the ticket: problems added, changed and deleted, and a new name', async () => {
  const desk = app.as('walt').tickets
  const { jobNumber } = await desk.addJob({ ticketId: roof, problem: 'Fridge warm' })
  expect(await found('fridge')).toEqual([roof])
  await desk.changeJob({ ticketId: roof, jobNumber, problem: 'Furnace cold' })
  expect(await found('fridge')).toEqual([])
  expect(await found('furnace')).toEqual([roof])
  await desk.removeJob({ ticketId: roof, jobNumber })
  expect(await found('furnace')).toEqual([])
  await desk.changeDetails({ ticketId: roof, customerDetails: { lastName: 'Zaragoza' } })
  expect(await found('zaragoza')).toEqual([roof])
})

test('a ticket is found however its phone number, quotes and accents are typed, and says where', async () => {
  for (const q of [
    '+15125550170',
    '1-512-555-0170',
    '1 (512) 555 – 0170',
    'Zaragoza 512.555.0170',
    `#${roof}`,
  ])
    expect(await found(q), q).toEqual([roof])
  app.now = new Date(app.now.getTime() + 60_000)
  const curly = await taken('Orla', 'O’Brien', '+1 512 555 0181', 'PLATE-9', 'Won’t start')
  const straight = await taken('Pat', "O'Brien", '5125550182', 'PLATE-8', 'Jack–knifed')
  for (const q of ["o'b", 'o’b', 'obrien', 'O`BRIEN'])
    expect((await found(q)).sort(), q).toEqual([curly, straight].sort())
  expect(await found("won't")).toEqual([curly])
  expect(await found('jack-knifed')).toEqual([straight])
  expect(await found('plate9')).toEqual([curly])
  expect(await found('5125550181')).toEqual([curly])
  const { cards } = await app.as('walt').tickets.list({ q: 'o’b 0181 won’t' })
  expect(cards.map(card => card.found)).toEqual([
    {
      phone: '(512) 555-0181',
      vin: 'PLATE-9',
      matches: [
        { field: 'name', text: 'Orla O’Brien' },
        { field: 'phone', text: '(512) 555-0181' },
        { field: 'problem', text: 'Won’t start' },
      ],
    },
  ])
  expect((await app.as('walt').tickets.list({})).cards.every(card => card.found === undefined)).toBe(true)
})

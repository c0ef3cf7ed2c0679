import { afterAll, beforeAll, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await visit('walt', { firstName: 'Íñigo', lastName: 'O’Brien' }, 'TRAILER-1')
  await visit('walt', { firstName: 'Íñigo', lastName: 'O’Brien' }, 'TRAILER-2')
  await visit(
    'walt',
    { firstName: 'Íñigo', lastName: 'O’Brien', phone: '574 555 0199', email: 'other@mail.example' },
    'BUS-3',
  )
  await visit(
    'walt',
    { firstName: 'Nora', lastName: 'Ng', phone: '574 555 0123', email: 'nora.ng@mail.example' },
    'BUS-4',
  )
  await visit('ray', { firstName: 'Íñigo', lastName: 'O’Brien' }, 'OTHER-5')
})
afterAll(() => app.close())

const OBRIEN = { email: 'inigo@mail.example', phone: '+1 574 555 0142' }

async function visit(who: PersonName, customer: Partial<typeof june.customerDetails>, vin: string) {
  app.now = new Date(app.now.getTime() + 60_000)
  return app.as(who).tickets.create({
    customerDetails: { ...june.customerDetails, ...OBRIEN, ...customer },
    customerRV: { ...june.customerRV, vin },
    jobs: [],
  })
}

type Typed = Parameters<ReturnType<typeof app.as>['customers']['suggest']>[0]

const suggested = async (typed: Typed, who: PersonName = 'walt') =>
  (await app.as(who).customers.suggest(typed)).map(({ firstName, phone, rigs }) => [
    firstName,
    phone.slice(-4),
    ...rigs.map(({ vin }) => vin),
  ])

const FIRST = ['Íñigo', '0142', 'TRAILER-2', 'TRAILER-1']
const SECOND = ['Íñigo', '0199', 'BUS-3']
const NORA = ['Nora', '0123', 'BUS-4']

test('a returning customer is found by name, phone or email, told apart by contact, with their rigs', async () => {
  for (const typed of [
    { firstName: 'ini' },
    { lastName: "o'b" },
    { lastName: 'OBRIEN' },
    { firstName: 'Iñ', lastName: 'o’brien' },
  ])
    expect(await suggested(typed), JSON.stringify(typed)).toEqual([SECOND, FIRST])
  for (const phone of [
    '+15745550142',
    '1-574-555-0142',
    '(574) 555–0142',
    '0142',
    '574-555-0142 x',
    '574 555 0142 ext',
  ])
    expect(await suggested({ phone }), phone).toEqual([FIRST])
  expect(await suggested({ email: 'nora.n' })).toEqual([NORA])
  expect(await suggested({ email: 'INIGO@mail' })).toEqual([FIRST])
})

test('too little, the middle of a word and wildcards suggest nobody', async () => {
  for (const typed of [
    {},
    { lastName: 'n' },
    { firstName: 'nigo' },
    { phone: '57' },
    { lastName: '%%' },
    { email: '__' },
  ])
    expect(await suggested(typed), JSON.stringify(typed)).toEqual([])
})

test('each company is offered its own people alone, and technicians nobody', async () => {
  expect(await suggested({ lastName: 'obrien' }, 'ray')).toEqual([['Íñigo', '0142', 'OTHER-5']])
  expect((await errorOf(suggested({ lastName: 'obrien' }, 'rosa'))).code).toBe('FORBIDDEN')
})

test('a corrected name is found at once', async () => {
  const { ticketId } = await visit(
    'walt',
    { firstName: 'Teh', lastName: 'Odor', phone: '5745550177' },
    'BUS-6',
  )
  await app.as('walt').tickets.changeDetails({ ticketId, customerDetails: { firstName: 'Theodor' } })
  expect(await suggested({ firstName: 'theo' })).toEqual([['Theodor', '0177', 'BUS-6']])
  expect(await suggested({ firstName: 'teh' })).toEqual([])
})

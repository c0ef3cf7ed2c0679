// What people without an account are told: everybody, and the customer of a ticket by its link. Whatever the
// contract lets them ask is asked here, on a day on which Bluebonnet has plenty to hide, and what comes back
// is read for what is not theirs. A name that is newly open to them does not pass without its line.

import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { may } from '#domain/account/permission.ts'
import { type Name, RIGHTS } from '#server/rpc/procedure-permissions.ts'
import {
  bluebonnet,
  customers,
  june,
  loneStar,
  PASSWORD,
  rosa,
  sam,
  walt,
} from '#server/seed/demo-accounts.ts'
import { answering, DIGITS, linkOf, tokenIn } from '../../support/customer-fixtures.ts'
import { phoneAt, saidBy } from '../../support/push-service.ts'
import { joinTokenFor, newOwner } from '../../support/signup.ts'
import { type Client, openWorld, type World } from '../../support/test-app.ts'

const harold = customers[0]
/** Has booked, and not confirmed it yet. */
const lucille = customers[5]
/** Of June's ticket: hers to see. */
const HER_PRICE = 613.77
/** Of Harold's. */
const HIS_PRICE = 7193.37

const PRIVATE = {
  email: [
    bluebonnet,
    loneStar,
    walt,
    rosa,
    sam,
    june.customerDetails,
    harold.customerDetails,
    lucille.customerDetails,
  ].map(({ email }) => email),
  phone: [walt, rosa, sam, june.customerDetails, harold.customerDetails, lucille.customerDetails].map(
    ({ phone }) => phone,
  ),
  address: [june, harold, lucille].map(({ customerDetails: { address } }) => address),
  licence: [walt, rosa, sam].map(({ licenseNumber }) => licenseNumber),
  price: [HER_PRICE, HIS_PRICE, bluebonnet.laborRate].map(String),
  name: [june, harold, lucille].map(({ customerDetails: { lastName } }) => lastName),
} as const

type Kind = keyof typeof PRIVATE

/** A number stands by itself: 145 is not within 1451. */
const holds = (text: string, secret: string): boolean =>
  /^[\d.]+$/.test(secret)
    ? new RegExp(`(?<![\\d.])${secret.replace('.', '\\.')}(?![\\d.])`).test(text)
    : text.toLowerCase().includes(secret.toLowerCase())

const toldIn = (answer: unknown): string[] => {
  const text = JSON.stringify(answer) ?? ''
  return (Object.keys(PRIVATE) as Kind[]).flatMap(kind =>
    PRIVATE[kind].filter(secret => holds(text, secret)).map(secret => `${kind} ${secret}`),
  )
}

let world: World
/** The words of the link to June's ticket. */
let token: string
/** The words of the link to the report of June's rig. */
let report: string
/** The words of the link in the letter to Lucille. */
let booked: string
/** The words of a link to make an account. */
let joining: string
/** Who has answered its question. */
let customer: Client

beforeAll(async () => {
  world = await openWorld()
  const desk = world.as('dana')
  for (const [person, perPartAmount] of [
    [june, HER_PRICE],
    [harold, HIS_PRICE],
  ] as const) {
    for (const isDone of [true, false]) {
      const jobs = [{ problem: 'Roof leak above the bunk', estimatedTime: 1.25 }]
      const { ticketId } = await desk.tickets.create({ ...person, jobs })
      await desk.tickets.assign({ ticketId, employeeId: world.ids.rosa })
      await desk.tickets.addPart({ ticketId, quantity: 1, description: 'Sealant', perPartAmount })
      const words = await linkOf(world, ticketId)
      if (person === june) token = words
      if (!isDone) {
        await desk.approvals.ask({ ticketId, jobNumbers: [1] })
        continue
      }
      await desk.tickets.finalize({ ticketId })
      await desk.tickets.complete({ ticketId })
    }
  }
  const { vin } = june.customerRV
  const done = (await world.as('visitor').workHistory.get({ vin })).entries[0]?.ticketId ?? 0
  const { claim } = await world.as('dana').links.get({ ticketId: done })
  await world.as('june').myRigs.claim({ vin, code: claim?.code ?? '' })
  report = tokenIn((await world.as('june').myRigs.share({ vin })).report.path)
  booked = await world.unconfirmed()
  joining = await joinTokenFor(world)
  customer = (await answering(world, token)).client
})
afterAll(() => world.close())

type Asking = {
  readonly ask: (client: Client) => Promise<unknown>
  /** What its customer is told of their own. */
  readonly own?: readonly string[]
}

const company = {
  ...{ companyName: 'New RV', companyPhone: '(512) 555-0100', email: 'new@mail.example', password: PASSWORD },
}

const OPEN: Partial<Record<Name, Asking>> = {
  me: { ask: client => client.me() },
  'companies.register': { ask: client => client.companies.register(company) },
  'my.join': { ask: client => client.my.join({ email: june.customerDetails.email }) },
  'my.look': { ask: client => client.my.look({ token: joining }) },
  'my.confirm': { ask: client => client.my.confirm({ token: joining, ...newOwner }) },
  'companies.get': { ask: client => client.companies.get({ companyId: world.ids.dana }) },
  'bookings.look': { ask: client => client.bookings.look({ token: booked }) },
  'bookings.confirm': { ask: client => client.bookings.confirm({ token: booked }) },
  'companies.list': { ask: client => client.companies.list({ limit: 200 }) },
  'rigs.decode': { ask: client => client.rigs.decode({ vin: june.customerRV.vin }) },
  'places.suggest': { ask: client => client.places.suggest({ q: '118 Riverview Avenue' }) },
  'places.map': { ask: client => client.places.map() },
  'workHistory.get': { ask: client => client.workHistory.get({ vin: june.customerRV.vin }) },
  'downloads.androidApp': { ask: client => client.downloads.androidApp() },
  'vitals.report': { ask: client => client.vitals.report({ route: '/', LCP: 900 }) },
  'follow.look': { ask: client => client.follow.look({ token }) },
  'follow.answer': {
    ask: client => client.follow.answer({ token, digits: DIGITS }),
  },
  'follow.say': { ask: client => client.follow.say({ token, text: 'When can I come?' }) },
  'follow.tellPhone': {
    ask: client => client.follow.tellPhone({ token, ...saidBy(phoneAt('https://push.example')) }),
  },
  'follow.stopPhone': {
    ask: client => client.follow.stopPhone({ token, endpoint: 'https://push.example/x' }),
  },
  // Who wrote is named.
  'follow.messages': {
    ask: client => client.follow.messages({ token }),
    own: [`name ${june.customerDetails.lastName}`],
  },
  'myRigs.report': { ask: client => client.myRigs.report({ token: report }) },
  'reviews.list': { ask: client => client.reviews.list({ companyId: world.ids.dana }) },
  'reviews.byLink': { ask: client => client.reviews.byLink({ token }) },
  'reviews.write': { ask: client => client.reviews.write({ token, stars: 5, words: 'Dry again.' }) },
  'follow.questions': {
    ask: client => client.follow.questions({ token }),
    own: [`price ${bluebonnet.laborRate}`],
  },
  'follow.answerLine': {
    ask: async client => {
      const [line] = (await client.follow.questions({ token })).lines
      const { requestId = '', version = '' } = line ?? {}
      return client.follow.answerLine({ token, requestId, jobNumber: 1, version, answer: 'approved' })
    },
  },
  'follow.get': {
    ask: client => client.follow.get({ token }),
    // What stands on her paper: the rate as well, by her hours and what they come to.
    own: [
      ...[`price ${HER_PRICE}`, `price ${bluebonnet.laborRate}`],
      ...[`name ${june.customerDetails.lastName}`, `address ${june.customerDetails.address}`],
    ],
  },
}

const namesIn = (branch: object, path: readonly string[] = []): string[] =>
  Object.entries(branch).flatMap(([name, below]) =>
    isContractProcedure(below) ? [[...path, name].join('.')] : namesIn(below, [...path, name]),
  )

const isOpen = (name: string): boolean => {
  const right = RIGHTS[name as Name]
  return right === null || may({ kind: 'visitor' }, right)
}

test('every name that is open to people without an account is read here', () => {
  expect(Object.keys(OPEN).sort()).toEqual(namesIn(contract).filter(isOpen).sort())
})

test('what is to be hidden would be found', () => {
  const all = (Object.keys(PRIVATE) as Kind[]).flatMap(kind =>
    PRIVATE[kind].map(secret => `${kind} ${secret}`),
  )
  expect(toldIn({ all: Object.values(PRIVATE).flat() })).toEqual(all)
})

describe.each(Object.entries(OPEN))('%s', (_, { ask, own = [] }) => {
  test('tells a visitor of nobody', async () => {
    // A refusal is an answer as well.
    expect(toldIn(await ask(world.as('visitor')).catch(fault => fault))).toEqual([])
  })

  test('tells a customer of their own ticket alone', async () => {
    const told = toldIn(await ask(customer).catch(fault => fault))
    expect(told.filter(secret => !own.includes(secret))).toEqual([])
  })
})

test('a customer is told what is theirs', async () => {
  const { totals } = await customer.follow.get({ token })
  expect(totals.totalPartsAmount).toBe(HER_PRICE)
})

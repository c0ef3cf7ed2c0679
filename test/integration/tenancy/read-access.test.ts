// What people without an account can see: everyone, and a ticket's customer by link. Everything the contract lets
// them call is called here, while Bluebonnet has much to hide, and responses are searched for it. A new public
// procedure fails without its entry.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metaOf, PROCEDURES, type ProcedureName } from '#contract/index.ts'
import { may } from '#domain/account/permission.ts'
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
import {
  createAppointment,
  createLinkFor,
  customerOfLink,
  DIGITS,
  tokenIn,
} from '../../support/customer-fixtures.ts'
import { createTestBrowser, subscriptionOf } from '../../support/push-service.ts'
import {
  emailReleaseToken,
  newOwnerDetails,
  signupTokenFor,
  unconfirmedCompany,
} from '../../support/signup.ts'
import { type Client, createTestApp, type TestApp, withoutIds } from '../../support/test-app.ts'

const harold = customers[0]
/** Has an unconfirmed booking. */
const lucille = customers[5]
/** Of June's ticket, which she may see. */
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

/** A whole number: 145 is not within 1451. */
const contains = (text: string, secret: string): boolean =>
  /^[\d.]+$/.test(secret)
    ? new RegExp(`(?<![\\d.])${secret.replace('.', '\\.')}(?![\\d.])`).test(text)
    : text.toLowerCase().includes(secret.toLowerCase())

const secretsIn = (answer: unknown): string[] => {
  const text = withoutIds(answer ?? null)
  return (Object.keys(PRIVATE) as Kind[]).flatMap(kind =>
    PRIVATE[kind].filter(secret => contains(text, secret)).map(secret => `${kind} ${secret}`),
  )
}

let app: TestApp
/** The token of June's ticket link. */
let token: string
/** The token of June's rig report. */
let report: string
/** The token in the email to Lucille. */
let booked: string
/** A signup token. */
let joining: string
let confirming: string
let releasing: string
/** A customer who has answered its question. */
let customer: Client

beforeAll(async () => {
  app = await createTestApp()
  const desk = app.as('dana')
  for (const [person, perPartAmount] of [
    [june, HER_PRICE],
    [harold, HIS_PRICE],
  ] as const) {
    for (const isDone of [true, false]) {
      const jobs = [{ problem: 'Roof leak above the bunk', estimatedTime: 1.25 }]
      const { ticketId } = await desk.tickets.create({ ...person, jobs })
      await desk.tickets.assign({ ticketId, employeeId: app.ids.rosa })
      await desk.tickets.addPart({ ticketId, quantity: 1, description: 'Sealant', perPartAmount })
      const words = await createLinkFor(app, ticketId)
      if (person === june) token = words
      if (!isDone) {
        await desk.approvals.request({ ticketId, jobNumbers: [1] })
        continue
      }
      await desk.tickets.finalize({ ticketId })
      await desk.tickets.complete({ ticketId })
    }
  }
  const { vin } = june.customerRV
  const done = (await app.as('visitor').workHistory.get({ vin })).entries[0]?.ticketId ?? 0
  const { claim } = await app.as('dana').customerLinks.get({ ticketId: done })
  await app.as('june').rigClaims.claim({ vin, code: claim?.code ?? '' })
  report = tokenIn((await app.as('june').rigClaims.createReport({ vin })).report.path)
  booked = await app.unconfirmedBooking()
  joining = await signupTokenFor(app)
  confirming = (await unconfirmedCompany(app)).token
  releasing = await emailReleaseToken(app)
  customer = (await customerOfLink(app, token)).client
})
afterAll(() => app.close())

type PublicQuery = {
  readonly ask: (client: Client) => Promise<unknown>
  /** What its customer may see of their own. */
  readonly own?: readonly string[]
}

const company = {
  companyName: 'New RV',
  companyPhone: '(512) 555-0100',
  email: 'new@mail.example',
  password: PASSWORD,
}

const OPEN: Partial<Record<ProcedureName, PublicQuery>> = {
  me: { ask: client => client.me() },
  'companies.register': { ask: client => client.companies.register(company) },
  'rvOwners.requestSignup': {
    ask: client => client.rvOwners.requestSignup({ email: june.customerDetails.email }),
  },
  'rvOwners.preview': { ask: client => client.rvOwners.preview({ token: joining }) },
  'rvOwners.confirmSignup': {
    ask: client => client.rvOwners.confirmSignup({ token: joining, ...newOwnerDetails }),
  },
  'companies.get': { ask: client => client.companies.get({ companyId: app.ids.dana }) },
  'account.wasDeleted': { ask: client => client.account.wasDeleted({ account: app.ids.rosa }) },
  'account.previewConfirmation': {
    ask: client => client.account.previewConfirmation({ token: confirming }),
  },
  'account.confirmEmail': { ask: client => client.account.confirmEmail({ token: confirming }) },
  'account.previewEmailRelease': {
    ask: client => client.account.previewEmailRelease({ token: releasing }),
  },
  'account.releaseEmail': { ask: client => client.account.releaseEmail({ token: releasing }) },
  'bookings.preview': { ask: client => client.bookings.preview({ token: booked }) },
  'bookings.confirm': { ask: client => client.bookings.confirm({ token: booked }) },
  'companies.list': { ask: client => client.companies.list({ limit: 200 }) },
  'rigs.decode': { ask: client => client.rigs.decode({ vin: june.customerRV.vin }) },
  'addressSearch.suggest': { ask: client => client.addressSearch.suggest({ q: '118 Riverview Avenue' }) },
  'addressSearch.getMap': { ask: client => client.addressSearch.getMap() },
  'workHistory.get': { ask: client => client.workHistory.get({ vin: june.customerRV.vin }) },
  'downloads.androidApp': { ask: client => client.downloads.androidApp() },
  'webVitals.report': { ask: client => client.webVitals.report({ route: '/', LCP: 900 }) },
  'customerView.preview': { ask: client => client.customerView.preview({ token }) },
  'customerView.verify': {
    ask: client => client.customerView.verify({ token, digits: DIGITS }),
  },
  'customerView.post': { ask: client => client.customerView.post({ token, text: 'When can I come?' }) },
  'customerView.markRead': { ask: client => client.customerView.markRead({ token }) },
  'customerView.subscribePush': {
    ask: client =>
      client.customerView.subscribePush({
        token,
        ...subscriptionOf(createTestBrowser('https://push.example')),
      }),
  },
  'customerView.unsubscribePush': {
    ask: client => client.customerView.unsubscribePush({ token, endpoint: 'https://push.example/x' }),
  },
  // Messages name their authors.
  'customerView.listMessages': {
    ask: client => client.customerView.listMessages({ token }),
    own: [`name ${june.customerDetails.lastName}`],
  },
  'rigClaims.getReport': { ask: client => client.rigClaims.getReport({ token: report }) },
  'reviews.list': { ask: client => client.reviews.list({ companyId: app.ids.dana }) },
  'reviews.getByLink': { ask: client => client.reviews.getByLink({ token }) },
  'reviews.create': { ask: client => client.reviews.create({ token, stars: 5, words: 'Dry again.' }) },
  'customerView.listApprovals': {
    ask: client => client.customerView.listApprovals({ token }),
    own: [`price ${bluebonnet.laborRate}`],
  },
  'customerView.answerLine': {
    ask: async client => {
      const [line] = (await client.customerView.listApprovals({ token })).lines
      const { requestId = '', version = '' } = line ?? {}
      const seen = { token, requestId, jobNumber: 1, version }
      return client.customerView.answerLine({ ...seen, answer: 'approved', typedName: 'June Park' })
    },
  },
  'customerView.sign': {
    ask: async client => {
      const { toSign } = await client.customerView.get({ token })
      return client.customerView.sign({
        ...{ token, version: toSign?.version ?? '', typedName: 'June Park', strokes: null },
      })
    },
  },
  'customerView.pay': { ask: client => client.customerView.pay({ token, amount: 1 }) },
  'bookings.times': {
    ask: client => client.bookings.times({ companyId: app.ids.dana, day: '2025-11-25' }),
  },
  'customerView.appointmentTimes': {
    ask: async () => {
      const { token, client } = await createAppointment(app)
      return client.customerView.appointmentTimes({ token, day: '2025-11-25' })
    },
  },
  'customerView.reschedule': {
    ask: async () => {
      const { token, client } = await createAppointment(app)
      return client.customerView.reschedule({ token, wanted: { day: '2025-11-25', time: '09:30' } })
    },
  },
  'customerView.cancel': {
    ask: async () => {
      const { token, client } = await createAppointment(app)
      return client.customerView.cancel({ token })
    },
  },
  'customerView.get': {
    ask: client => client.customerView.get({ token }),
    // What her document contains: the rate too, with her hours and totals.
    own: [
      `price ${HER_PRICE}`,
      `price ${bluebonnet.laborRate}`,
      `name ${june.customerDetails.lastName}`,
      `address ${june.customerDetails.address}`,
    ],
  },
}

const isOpen = (name: string): boolean => {
  const { permission: right } = metaOf(name as ProcedureName)
  return right === 'public' || typeof right === 'object' || may({ kind: 'visitor' }, right)
}

test('every procedure open to people without an account is tested here', () => {
  expect(Object.keys(OPEN).sort()).toEqual(Object.keys(PROCEDURES).filter(isOpen).sort())
})

test('the test would find leaked data', () => {
  const all = (Object.keys(PRIVATE) as Kind[]).flatMap(kind =>
    PRIVATE[kind].map(secret => `${kind} ${secret}`),
  )
  expect(secretsIn({ all: Object.values(PRIVATE).flat() })).toEqual(all)
})

describe.each(Object.entries(OPEN))('%s', (_, { ask, own = [] }) => {
  test('reveals no one to a visitor', async () => {
    // A refusal is a response as well.
    expect(secretsIn(await ask(app.as('visitor')).catch(error => error))).toEqual([])
  })

  test('shows a customer only their own ticket', async () => {
    const secrets = secretsIn(await ask(customer).catch(error => error))
    expect(secrets.filter(secret => !own.includes(secret))).toEqual([])
  })
})

test('a customer sees their own data', async () => {
  const { totals } = await customer.customerView.get({ token })
  expect(totals.totalPartsAmount).toBe(HER_PRICE)
})

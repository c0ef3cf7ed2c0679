import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { fakeServices } from '#server/config/external-services.ts'
import { createCardProcessor } from '#server/payments/card-processor.ts'
import { createLinkFor, customerOfLink } from '../../../../test/support/customer-fixtures.ts'
import {
  type FakeStripe,
  STRIPE_KEY,
  startFakeStripe,
  WEBHOOK_SECRET,
} from '../../../../test/support/fake-stripe.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { checkCardPayments } from './check-card-payments.ts'

let stripe: FakeStripe
let app: TestApp
let account: string

const cardsAt = (secretKey: string) =>
  createCardProcessor({ secretKey, webhookSecret: WEBHOOK_SECRET, apiUrl: stripe.url })

beforeAll(async () => {
  stripe = await startFakeStripe()
  app = await createTestApp({ externalServices: { ...fakeServices, cards: cardsAt(STRIPE_KEY) } })
  stripe.setNow(() => app.now)
  for (const owner of ['dana', 'ray'] as const) await app.as(owner).billing.turnOn()
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})
afterEach(() => {
  stripe.failWith(null)
  stripe.setBeforeAnswer(async () => {})
})

/** A ticket with an invoice over $181.25, and its customer. */
async function createInvoiced() {
  const ticketId = await app.createTicket('rosa')
  const token = await createLinkFor(app, ticketId)
  const { client } = await customerOfLink(app, token)
  await app.as('dana').tickets.finalize({ ticketId })
  await app.as('dana').billing.issueInvoice({ ticketId, expectedTotal: 181.25 })
  return { ticketId, token, client }
}

const moneyOf = (ticketId: number) => app.as('dana').billing.getTicket({ ticketId })
const entriesOf = async (ticketId: number) =>
  (await moneyOf(ticketId)).entries.map(({ kind, method, amount }) => `${kind} ${method} ${amount}`)

const tell = async (event: ReturnType<FakeStripe['event']>): Promise<number> =>
  (await app.fetch('/api/stripe/webhook', { method: 'POST', ...event })).status

const paidEvent = (of: string, sessionId: string, secret?: string) => {
  const session = stripe.sessionsOf(account).find(({ id }) => id === sessionId) ?? {}
  return stripe.event(of, 'checkout.session.completed', session, secret)
}

const services = () => ({ database: app.database, publish: () => {} })
const check = () => checkCardPayments(services() as never, cardsAt(STRIPE_KEY), app.now)

describe('without the operator’s keys', () => {
  test('nothing of cards shows, and nobody can pay', async () => {
    const bare = await createTestApp({ connection: app.connection })
    expect((await bare.as('dana').billing.getSettings()).cards).toBeNull()
    expect((await errorOf(bare.as('dana').billing.connectCards())).message).toBe(
      'This company takes no cards online.',
    )
    expect((await bare.fetch('/api/stripe/webhook', { method: 'POST', body: '{}' })).status).toBe(404)
    await bare.close()
  })
})

describe('a company', () => {
  test('cannot take cards before its account is connected and complete', async () => {
    const { token, client } = await createInvoiced()
    const pay = () => client.customerView.pay({ token, amount: 181.25 })
    expect((await errorOf(pay())).message).toBe('This company takes no cards online.')
    expect((await errorOf(app.as('walt').billing.connectCards())).code).toBe('FORBIDDEN')
    const { url, isReady } = await app.as('dana').billing.connectCards()
    account = stripe.accountOf(app.ids.dana)
    expect([isReady, url]).toEqual([false, `https://connect.stripe.example/${account}`])
    expect((await app.as('dana').billing.getSettings()).cards).toEqual({ isConnected: true, isReady: false })
    expect((await errorOf(pay())).code).toBe('REFUSED')
    expect((await client.customerView.get({ token })).money?.canPayByCard).toBe(false)
  })

  test('is connected once its account is complete, whether it asks or Stripe tells', async () => {
    stripe.enable(account)
    expect(
      await tell(stripe.event(account, 'account.updated', { metadata: { company: app.ids.dana } })),
    ).toBe(200)
    expect((await app.as('dana').billing.getSettings()).cards).toEqual({ isConnected: true, isReady: true })
    expect(await app.as('dana').billing.connectCards()).toEqual({ isReady: true, url: null })
    await app.as('ray').billing.connectCards()
    stripe.enable(stripe.accountOf(app.ids.ray))
    expect(await app.as('ray').billing.connectCards()).toEqual({ isReady: true, url: null })
    expect(stripe.accountOf(app.ids.ray)).not.toBe(account)
  })
})

describe('a customer’s payment', () => {
  test('is entered once, with the payment as its reference, however often Stripe tells', async () => {
    const { ticketId, token, client } = await createInvoiced()
    expect((await errorOf(client.customerView.pay({ token, amount: 5 }))).message).toMatch(
      /^\$181\.25 is due now/,
    )
    const { url } = await client.customerView.pay({ token, amount: 181.25 })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/checkout\//)
    expect(await entriesOf(ticketId)).toEqual([])
    const sessionId = stripe.pay(account)
    const statuses = await Promise.all([1, 2, 3].map(() => tell(paidEvent(account, sessionId))))
    expect(statuses).toEqual([200, 200, 200])
    expect(await tell(paidEvent(account, sessionId))).toBe(200)
    await check()
    const { state, entries } = await moneyOf(ticketId)
    expect(state).toBe('paid')
    expect(entries).toMatchObject([
      { kind: 'payment', method: 'card', amount: 181.25, refundable: 181.25, byName: 'Rigwright' },
    ])
    expect(entries[0]?.reference).toBe(stripe.sessionsOf(account).at(-1)?.payment_intent)
    expect((await client.customerView.get({ token })).money).toMatchObject({ due: 0, canPayByCard: true })
    expect((await errorOf(client.customerView.pay({ token, amount: 181.25 }))).message).toMatch(
      /^Nothing is due/,
    )
    expect(app.loggedErrors).toEqual([])
  })

  test('bears the card fee that the invoice names, which is said before and billed on an invoice of its own', async () => {
    const off = { methods: [], late: null, storage: null, noShow: null, lateCancellation: null }
    const methods = [{ method: 'card' as const, percentage: 3.5, cap: null }]
    await app.as('dana').billing.changeSettings({ feeRules: { ...off, methods } })
    const { ticketId, token, client } = await createInvoiced()
    expect((await client.customerView.get({ token })).money).toMatchObject({
      ...{ due: 181.25, cardFee: 6.34, feeNotes: ['Card payments add 3.5%.'] },
    })
    const pay = (fee?: number) => client.customerView.pay({ token, amount: 181.25, ...(fee && { fee }) })
    expect((await errorOf(pay())).message).toMatch(/^The fee comes to \$6\.34 now/)
    expect((await errorOf(pay(6.33))).code).toBe('REFUSED')
    await pay(6.34)
    const sessionId = stripe.pay(account)
    const tellPaid = () => tell(paidEvent(account, sessionId))
    expect(await Promise.all([tellPaid(), tellPaid()])).toEqual([200, 200])
    await check()
    expect(await entriesOf(ticketId)).toEqual(['payment card 187.59'])
    expect(await moneyOf(ticketId)).toMatchObject({
      balance: { charged: 187.59, received: 187.59, due: 0, credit: 0 },
      invoices: [{ total: 181.25 }, { total: 6.34, lines: [{ kind: 'fee' }] }],
    })

    // The invoice was taken back while the customer paid: all of it is held.
    const credited = await createInvoiced()
    await credited.client.customerView.pay({ token: credited.token, amount: 181.25, fee: 6.34 })
    const [invoice] = (await moneyOf(credited.ticketId)).invoices
    await app.as('dana').billing.issueCreditNote({
      ...{
        ticketId: credited.ticketId,
        invoiceId: invoice?.invoiceId ?? '',
        amount: 181.25,
        reason: 'Wrong',
      },
    })
    expect(await tell(paidEvent(account, stripe.pay(account)))).toBe(200)
    expect((await moneyOf(credited.ticketId)).balance).toMatchObject({ charged: 0, held: 187.59 })
    await app.as('dana').billing.changeSettings({ feeRules: off })
    expect(app.loggedErrors).toEqual([])
  })

  test('is entered if Stripe tells of it before it has answered us', async () => {
    const { ticketId, token, client } = await createInvoiced()
    stripe.setBeforeAnswer(async path => {
      if (!path.endsWith('/checkout/sessions')) return
      stripe.setBeforeAnswer(async () => {})
      expect(await tell(paidEvent(account, stripe.pay(account)))).toBe(200)
    })
    await client.customerView.pay({ token, amount: 181.25 })
    expect(await entriesOf(ticketId)).toEqual(['payment card 181.25'])
  })

  test('of which Stripe never tells is found by asking, while the customer’s page may be open', async () => {
    const { ticketId, token, client } = await createInvoiced()
    await client.customerView.pay({ token, amount: 181.25 })
    stripe.pay(account)
    app.now = new Date(app.now.getTime() + 60 * 60 * 1000)
    await check()
    await check()
    expect(await entriesOf(ticketId)).toEqual(['payment card 181.25'])
    app.now = new Date(app.now.getTime() + 27 * 60 * 60 * 1000)
    const before = stripe.calls.length
    await check()
    expect(stripe.calls.length).toBe(before)
  })

  test('that Stripe tells of days late counts as what it is by then', async () => {
    const { ticketId, token, client } = await createInvoiced()
    await client.customerView.pay({ token, amount: 181.25 })
    const sessionId = stripe.pay(account)
    await app.as('dana').billing.recordPayment({ ticketId, amount: 181.25, method: 'cash', due: 181.25 })
    app.now = new Date(app.now.getTime() + 3 * 24 * 60 * 60 * 1000)
    expect(await tell(paidEvent(account, sessionId))).toBe(200)
    expect((await moneyOf(ticketId)).balance).toMatchObject({ due: 0, received: 362.5, credit: 181.25 })
  })

  test('of another amount than was asked is entered as it was paid', async () => {
    const { ticketId, token, client } = await createInvoiced()
    await client.customerView.pay({ token, amount: 181.25 })
    expect(await tell(paidEvent(account, stripe.pay(account, 10_000)))).toBe(200)
    expect((await moneyOf(ticketId)).balance).toMatchObject({ received: 100, due: 81.25 })
  })

  test('that Stripe did not sign, or that is not finished, is not entered', async () => {
    const { ticketId, token, client } = await createInvoiced()
    await client.customerView.pay({ token, amount: 181.25 })
    const open = stripe.sessionsOf(account).at(-1)?.id ?? ''
    expect(await tell(paidEvent(account, open))).toBe(200)
    const sessionId = stripe.pay(account)
    expect(await tell(paidEvent(account, sessionId, 'whsec_of_another'))).toBe(400)
    const good = paidEvent(account, sessionId)
    expect(await tell({ ...good, body: good.body.replace('completed', 'complete!') })).toBe(400)
    expect((await app.fetch('/api/stripe/webhook', { method: 'POST', body: good.body })).status).toBe(400)
    expect(await entriesOf(ticketId)).toEqual([])
    expect(await tell(good)).toBe(200)
    expect(await entriesOf(ticketId)).toEqual(['payment card 181.25'])
  })

  test('at another company’s account, or with another company’s name on it, is nobody’s', async () => {
    const { ticketId, token, client } = await createInvoiced()
    await client.customerView.pay({ token, amount: 181.25 })
    const sessionId = stripe.pay(account)
    const rival = stripe.accountOf(app.ids.ray)
    expect(await tell(paidEvent(rival, sessionId))).toBe(200)
    const session = stripe.sessionsOf(account).at(-1)
    for (const company of [app.ids.ray, randomUUID(), "x' or true --"])
      expect(
        await tell(
          stripe.event(account, 'checkout.session.completed', {
            ...session,
            metadata: { company, ticket: ticketId },
          }),
        ),
      ).toBe(200)
    expect(await entriesOf(ticketId)).toEqual([])
    expect(
      await app
        .as('ray')
        .billing.getTicket({ ticketId })
        .catch(() => null),
    ).toBeNull()
    await check()
    expect(await entriesOf(ticketId)).toEqual(['payment card 181.25'])
  })

  test('cannot be made while Stripe fails or the keys are wrong, and the customer reads so', async () => {
    const { ticketId, token, client } = await createInvoiced()
    const sentence = 'The card service did not answer. Try again in a few minutes.'
    stripe.failWith(500)
    expect((await errorOf(client.customerView.pay({ token, amount: 181.25 }))).message).toBe(sentence)
    stripe.failWith(null)
    const wrong = await createTestApp({
      connection: app.connection,
      externalServices: { ...fakeServices, cards: cardsAt('sk_test_of_nobody') },
    })
    wrong.now = app.now
    const { client: customer } = await customerOfLink(wrong, token)
    expect((await errorOf(wrong.as('dana').billing.connectCards())).message).toBe(sentence)
    expect((await errorOf(customer.customerView.pay({ token, amount: 181.25 }))).message).toBe(sentence)
    expect(JSON.stringify(wrong.loggedErrors)).not.toContain('sk_test_of_nobody')
    await wrong.close()
    expect(await entriesOf(ticketId)).toEqual([])
    app.loggedErrors.length = 0
    // A webhook that cannot be looked up now is refused, so that Stripe repeats it.
    await client.customerView.pay({ token, amount: 181.25 })
    const event = paidEvent(account, stripe.pay(account))
    stripe.failWith(500)
    expect(await tell(event)).toBeGreaterThanOrEqual(500)
    stripe.failWith(null)
    expect(await tell(event)).toBe(200)
    expect(await entriesOf(ticketId)).toEqual(['payment card 181.25'])
    app.loggedErrors.length = 0
  })

  test('cannot be made by another ticket’s customer, nor before the link’s question is answered', async () => {
    const { token } = await createInvoiced()
    const other = await createInvoiced()
    const asVisitor = app.as('visitor').customerView
    for (const customerView of [other.client.customerView, asVisitor]) {
      expect((await errorOf(customerView.get({ token }))).message).toMatch(/^Answer the question first/)
      const pay = customerView.pay({ token, amount: 181.25 })
      expect((await errorOf(pay)).message).toMatch(/^Answer the question first/)
    }
  })

  test('of a deposit that was asked for waits for the invoice', async () => {
    const ticketId = await app.createTicket('rosa')
    const token = await createLinkFor(app, ticketId)
    const { client } = await customerOfLink(app, token)
    await app.as('walt').approvals.request({ ticketId, jobNumbers: [1], deposit: 60 })
    await client.customerView.pay({ token, amount: 60 })
    expect(await tell(paidEvent(account, stripe.pay(account)))).toBe(200)
    expect(await entriesOf(ticketId)).toEqual(['deposit card 60'])
    expect((await moneyOf(ticketId)).deposit).toEqual({ asked: 60, due: 0 })
  })
})

async function createPaid() {
  const invoiced = await createInvoiced()
  await invoiced.client.customerView.pay({ token: invoiced.token, amount: 181.25 })
  await tell(paidEvent(account, stripe.pay(account)))
  const [entry] = (await moneyOf(invoiced.ticketId)).entries
  return { ticketId: invoiced.ticketId, entryId: entry?.entryId ?? '' }
}

/** What the owner is to be emailed about this ticket. */
const noticesOf = async (ticketId: number) =>
  (
    await app.database
      .selectFrom('ownerNotice')
      .select('content')
      .where('ticketId', '=', ticketId)
      .where('kind', '=', 'card')
      .orderBy('at')
      .execute()
  ).map(({ content }) => content)

/** As if the server was killed before it entered them. */
const removeRefunds = (ticketId: number) =>
  app.database
    .deleteFrom('ledgerEntry')
    .where('ticketId', '=', ticketId)
    .where('kind', '=', 'refund')
    .execute()

describe('a refund to the card', () => {
  test('is the owner’s, goes through Stripe, and never exceeds the payment', async () => {
    const { ticketId, entryId } = await createPaid()
    const refund = { ticketId, entryId, amount: 81.25, received: 181.25, reason: 'Part returned' }
    expect((await errorOf(app.as('walt').billing.refundCard(refund))).code).toBe('FORBIDDEN')
    expect((await errorOf(app.as('ray').billing.refundCard(refund))).code).toBe('NOT_FOUND')
    const { billing } = app.as('dana')
    // Whichever comes second is the same refund, or is told that it was made.
    const tapped = await Promise.allSettled([billing.refundCard(refund), billing.refundCard(refund)])
    expect(tapped.map(({ status }) => status)).toContain('fulfilled')
    expect(await entriesOf(ticketId)).toEqual(['payment card 181.25', 'refund card 81.25'])
    const more = { ...refund, received: 100, amount: 100.01 }
    expect((await errorOf(billing.refundCard(more))).message).toMatch(/^Only \$100\.00/)
    expect((await errorOf(billing.refundCard(refund))).message).toMatch(/^\$100\.00 is left/)
    await billing.refundCard({ ...more, amount: 100 })
    expect((await moneyOf(ticketId)).entries.map(({ refundable }) => refundable)).toEqual([0, null, null])
  })

  test('and one in cash at the same time never pay back twice', async () => {
    const { ticketId, entryId } = await createPaid()
    const { billing } = app.as('dana')
    const toCard = { ticketId, entryId, amount: 181.25, received: 181.25, reason: 'Part returned' }
    const inCash = { ...toCard, entryId: undefined, method: 'cash', reference: '' } as const
    const REFUND_STARTED = { code: 'REFUSED', obstacles: [{ code: 'refund.under-way' }] }
    let refusal: unknown
    stripe.setBeforeAnswer(async path => {
      if (path === '/v1/refunds') refusal ??= await errorOf(billing.refund(inCash))
    })
    await billing.refundCard(toCard)
    expect(refusal).toMatchObject(REFUND_STARTED)
    expect(await entriesOf(ticketId)).toEqual(['payment card 181.25', 'refund card 181.25'])
    stripe.setBeforeAnswer(async () => {})

    // Without an answer nobody knows: the same one may be asked for again, and nothing else.
    const other = await createPaid()
    const half = { ...toCard, ...other, amount: 100 }
    stripe.failWith(500)
    expect(await errorOf(billing.refundCard(half))).toMatchObject({
      obstacles: [{ code: 'cards.no-answer' }],
    })
    stripe.failWith(null)
    const cash = { ...inCash, ticketId: other.ticketId, amount: 50 }
    expect(await errorOf(billing.refund(cash))).toMatchObject(REFUND_STARTED)
    expect(await errorOf(billing.refundCard({ ...half, amount: 50 }))).toMatchObject(REFUND_STARTED)
    await billing.refundCard(half)
    await billing.refund({ ...cash, received: 81.25 })

    // Refused by Stripe, it is over.
    const third = await createPaid()
    stripe.failWith(400)
    await errorOf(billing.refundCard({ ...toCard, ...third }))
    stripe.failWith(null)
    await billing.refund({ ...inCash, ticketId: third.ticketId })
    expect(await entriesOf(third.ticketId)).toEqual(['payment card 181.25', 'refund cash 181.25'])
  })

  test('that Stripe made while we were away is found', async () => {
    const { ticketId, entryId } = await createPaid()
    const refund = { ticketId, entryId, amount: 81.25, received: 181.25, reason: 'Part returned' }
    await app.as('dana').billing.refundCard(refund)
    await removeRefunds(ticketId)
    await check()
    expect(await entriesOf(ticketId)).toEqual(['payment card 181.25', 'refund card 81.25'])
    const made = stripe.refunds.get(account)?.at(-1) ?? {}
    expect(await tell(stripe.event(account, 'refund.created', made))).toBe(200)
    expect(await entriesOf(ticketId)).toHaveLength(2)
    expect((await moneyOf(ticketId)).entries[1]?.note).toBe('Part returned')
  })

  test('that fails later is money in the account again, once, in whatever order Stripe tells', async () => {
    const { ticketId, entryId } = await createPaid()
    const refund = { ticketId, entryId, amount: 81.25, received: 181.25, reason: 'Part returned' }
    await app.as('dana').billing.refundCard(refund)
    const failed = stripe.failRefund(account)
    // The one that it was made comes last.
    for (const type of ['refund.failed', 'charge.refund.updated', 'refund.updated', 'refund.created'])
      expect(await tell(stripe.event(account, type, failed))).toBe(200)
    await check()
    expect(await entriesOf(ticketId)).toEqual([
      'payment card 181.25',
      'refund card 81.25',
      'payment card 81.25',
    ])
    const { balance, entries } = await moneyOf(ticketId)
    expect(balance).toMatchObject({ received: 181.25, due: 0 })
    expect(entries.map(({ cause, refundable }) => [cause, refundable])).toEqual([
      [null, 181.25],
      [null, null],
      ['refund-failed', null],
    ])
    expect(await noticesOf(ticketId)).toEqual([
      { kind: 'card', cause: 'refund-failed', amount: 8125, answerBy: null },
    ])
    // It can be refunded again.
    await app.as('dana').billing.refundCard(refund)
    expect((await moneyOf(ticketId)).entries.map(({ refundable }) => refundable)[0]).toBe(100)
    const receipt = await app.fetch(`/api/tickets/${ticketId}/payments/${entries[2]?.entryId}/document.pdf`, {
      as: 'dana',
    })
    expect(receipt.status).toBe(404)
  })

  test('that failed before we heard of it moved nothing', async () => {
    const { ticketId, entryId } = await createPaid()
    const refund = { ticketId, entryId, amount: 81.25, received: 181.25, reason: 'Part returned' }
    await app.as('dana').billing.refundCard(refund)
    await removeRefunds(ticketId)
    expect(await tell(stripe.event(account, 'refund.failed', stripe.failRefund(account)))).toBe(200)
    await check()
    expect(await entriesOf(ticketId)).toEqual(['payment card 181.25'])
    expect(await noticesOf(ticketId)).toEqual([])
  })
})

test('an event about what Stripe does not know, or of an account that left, is received', async () => {
  const unknown = { id: 're_unknown', metadata: { company: app.ids.dana } }
  for (const [of, type] of [
    [account, 'refund.created'],
    [account, 'charge.dispute.created'],
    [account, 'checkout.session.completed'],
    ['acct_left', 'refund.updated'],
    ['acct_left', 'account.updated'],
  ] as const)
    expect(await tell(stripe.event(of, type, unknown)), `${type} of ${of}`).toBe(200)
  stripe.failWith(500)
  expect(await tell(stripe.event(account, 'refund.created', unknown))).toBe(500)
})

describe('a payment that the customer’s bank disputes', () => {
  const types = ['created', 'funds_withdrawn', 'updated'].map(each => `charge.dispute.${each}`)

  test('is taken from the ledger once, and comes back once if the dispute is won', async () => {
    const { ticketId, entryId } = await createPaid()
    const dispute = stripe.dispute(account, 18_125)
    const statuses = await Promise.all(types.map(type => tell(stripe.event(account, type, dispute))))
    expect(statuses).toEqual([200, 200, 200])
    await check()
    expect(await moneyOf(ticketId)).toMatchObject({
      balance: { received: 0, due: 181.25 },
      entries: [
        { kind: 'payment', refundable: 0 },
        { kind: 'refund', method: 'card', amount: 181.25, cause: 'dispute', byName: 'Rigwright' },
      ],
    })
    const refund = { ticketId, entryId, amount: 1, received: 0, reason: 'Goodwill' }
    expect((await errorOf(app.as('dana').billing.refundCard(refund))).message).toMatch(/^Only \$0\.00/)
    const sentences = (await app.as('walt').tickets.activity({ ticketId })).entries.map(activitySentence)
    expect(sentences[0]).toBe('Rigwright recorded a disputed payment of $181.25 by card')

    stripe.winDispute(dispute)
    for (const type of ['charge.dispute.closed', 'charge.dispute.funds_reinstated', ...types])
      expect(await tell(stripe.event(account, type, dispute))).toBe(200)
    await check()
    expect(await moneyOf(ticketId)).toMatchObject({
      state: 'paid',
      balance: { received: 181.25, due: 0 },
      entries: [{ refundable: 181.25 }, { cause: 'dispute' }, { kind: 'payment', cause: 'dispute-won' }],
    })
    const day = new Date(app.now.getTime() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    expect(await noticesOf(ticketId)).toEqual(
      expect.arrayContaining([
        { kind: 'card', cause: 'dispute', amount: 18_125, answerBy: day },
        { kind: 'card', cause: 'dispute-won', amount: 18_125, answerBy: null },
      ]),
    )
    expect(await noticesOf(ticketId)).toHaveLength(2)
    const { totals } = await app.as('dana').billing.getDay({})
    expect(totals.find(({ method }) => method === 'card')?.out).toBeGreaterThanOrEqual(181.25)
  })

  test('and of which we hear first is entered with its payment, in the right order', async () => {
    const { ticketId, token, client } = await createInvoiced()
    await client.customerView.pay({ token, amount: 181.25 })
    const sessionId = stripe.pay(account)
    const dispute = stripe.dispute(account, 5000)
    expect(await tell(stripe.event(account, 'charge.dispute.created', dispute))).toBe(200)
    expect(await tell(paidEvent(account, sessionId))).toBe(200)
    expect(await entriesOf(ticketId)).toEqual(['payment card 181.25', 'refund card 50'])
    expect((await moneyOf(ticketId)).balance.due).toBe(50)
  })

  test('only in a question moves nothing, and another company’s is nobody’s', async () => {
    const { ticketId } = await createPaid()
    const question = stripe.dispute(account, 0)
    expect(await tell(stripe.event(account, 'charge.dispute.created', question))).toBe(200)
    const dispute = stripe.dispute(account, 18_125)
    const rival = stripe.accountOf(app.ids.ray)
    // Stripe has no such dispute at the rival's account.
    expect(await tell(stripe.event(rival, 'charge.dispute.created', dispute))).toBe(200)
    expect(await entriesOf(ticketId)).toEqual(['payment card 181.25'])
    expect(await noticesOf(ticketId)).toEqual([])
    app.loggedErrors.length = 0
  })
})

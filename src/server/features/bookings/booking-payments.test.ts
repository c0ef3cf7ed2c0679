import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fakeServices } from '#server/config/external-services.ts'
import { createFakeTransport } from '#server/mail/mail-transport.ts'
import { createCardProcessor } from '#server/payments/card-processor.ts'
import { customers } from '#server/seed/demo-accounts.ts'
import { bookAs, bookingInputOf } from '../../../../test/support/booking-fixtures.ts'
import { customerOfLink, tokenIn } from '../../../../test/support/customer-fixtures.ts'
import {
  type FakeStripe,
  STRIPE_KEY,
  startFakeStripe,
  WEBHOOK_SECRET,
} from '../../../../test/support/fake-stripe.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { checkCardPayments } from '../billing/check-card-payments.ts'

let stripe: FakeStripe
let app: TestApp
let account: string

const cards = () =>
  createCardProcessor({ secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: stripe.url })

beforeAll(async () => {
  stripe = await startFakeStripe()
  app = await createTestApp({ externalServices: { ...fakeServices, cards: cards() } })
  stripe.setNow(() => app.now)
  const { billing, preferences } = app.as('dana')
  await billing.turnOn()
  await preferences.change({ changeHours: 1 })
  const early = await errorOf(billing.changeSettings({ bookingPayment: CALL_FEE }))
  expect(early).toMatchObject({
    fields: { 'bookingPayment.amount': expect.stringMatching(/^Connect Stripe/) },
  })
  await billing.connectCards()
  account = stripe.accountOf(app.ids.dana)
  stripe.enable(account)
  await billing.connectCards()
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})
beforeEach(async () => {
  app.now = new Date(START)
  await app.as('dana').billing.changeSettings({ bookingPayment: CALL_FEE })
})
afterEach(() => {
  stripe.failWith(null)
  stripe.setBeforeAnswer(async () => {})
})

const CALL_FEE = { kind: 'call-fee', amount: 95, hoursBefore: 24 } as const
const NO_FEES = { methods: [], late: null, storage: null, noShow: null, lateCancellation: null }
const HOUR_MS = 60 * 60 * 1000
const digits = customers[5].customerDetails.phone.slice(-4)

/** A visitor's booking, with its customer at the link that the form led to. */
async function book() {
  const input = bookingInputOf(app.now)
  const customerDetails = { ...input.customerDetails, email: `${randomUUID()}@mail.example` }
  const { ticketId, followPath } = await bookAs(app, { ...input, customerDetails })
  const token = tokenIn(followPath ?? '')
  const { client } = await customerOfLink(app, token, digits)
  const view = () => client.customerView.get({ token })
  const { appointment } = await view()
  return {
    ...{ ticketId: ticketId ?? 0, token, client, view, email: customerDetails.email },
    at: appointment?.at ?? app.now,
    pay: (amount = 95) => client.customerView.pay({ token, amount }),
    cancel: () => client.customerView.cancel({ token }),
  }
}
const accept = (ticketId: number) => app.as('walt').tickets.accept({ ticketId })
const decline = (ticketId: number) => app.as('walt').tickets.decline({ ticketId })
const close = (ticketId: number, reason: 'no-show' | 'customer' | 'mistake') =>
  app.as('walt').tickets.close({ ticketId, reason })

const tellPaid = async (sessionId: string): Promise<number> => {
  const session = stripe.sessionsOf(account).find(({ id }) => id === sessionId) ?? {}
  const event = stripe.event(account, 'checkout.session.completed', session)
  return (await app.fetch('/api/stripe/webhook', { method: 'POST', ...event })).status
}
/** The customer goes to pay, pays, and Stripe tells of it. */
async function payNow({ pay }: { pay: () => Promise<unknown> }) {
  await pay()
  expect(await tellPaid(stripe.pay(account))).toBe(200)
}
async function bookPaid() {
  const booking = await book()
  await payNow(booking)
  return booking
}

const services = () => ({ database: app.database, publish: () => {} })
const check = () => checkCardPayments(services() as never, cards(), app.now)

const moneyOf = (ticketId: number) => app.as('dana').billing.getTicket({ ticketId })
const entriesOf = async (ticketId: number) =>
  (await moneyOf(ticketId)).entries.map(({ kind, method, amount }) => `${kind} ${method} ${amount}`)
const sentenceOf = async (ticketId: number) => (await moneyOf(ticketId)).bookingPayment?.sentence
const expectEmail = (email: string, words: string) =>
  expect
    .poll(() => app.sentEmails.filter(({ recipient }) => recipient === email).map(({ text }) => text))
    .toContainEqual(expect.stringContaining(words))

describe('a company that asks for nothing', () => {
  test('shows nothing of it, nor does one that bills without cards', async () => {
    await app.as('dana').billing.changeSettings({ bookingPayment: null })
    const { ticketId, view, pay } = await book()
    expect(await view()).toMatchObject({ money: null })
    expect((await moneyOf(ticketId)).bookingPayment).toBeNull()
    expect((await app.as('walt').bookings.get({ ticketId })).payment).toBeNull()
    expect((await errorOf(pay())).message).toMatch(/^Nothing is due/)
    const { bookingPayment } = await app.as('visitor').companies.get({ companyId: app.ids.ray })
    expect(bookingPayment).toBeNull()
    await app.as('dana').billing.changeSettings({ bookingPayment: CALL_FEE })
    const bare = await createTestApp({ connection: app.connection })
    const ofDana = { companyId: app.ids.dana }
    expect((await bare.as('visitor').companies.get(ofDana)).bookingPayment).toBeNull()
    expect((await app.as('visitor').companies.get(ofDana)).bookingPayment).toEqual(CALL_FEE)
    await bare.close()
  })

  test.each([
    [{ ...CALL_FEE, amount: 0 }, { 'bookingPayment.amount': 'Enter a number greater than 0.' }],
    [{ ...CALL_FEE, hoursBefore: 1.5 }, { 'bookingPayment.hoursBefore': 'Enter whole hours.' }],
    [{ ...CALL_FEE, hoursBefore: 200 }, { 'bookingPayment.hoursBefore': 'Enter 168 hours or less.' }],
  ])('sets no payment with wrong terms', async (bookingPayment, fields) => {
    expect(await errorOf(app.as('dana').billing.changeSettings({ bookingPayment }))).toMatchObject({ fields })
  })
})

describe('a booking', () => {
  test('is a request before it is paid, with the terms that its customer read', async () => {
    const { ticketId, view, email } = await book()
    await app.as('dana').billing.changeSettings({ bookingPayment: { ...CALL_FEE, amount: 120 } })
    expect(await view()).toMatchObject({
      progress: 'received',
      money: {
        canPayByCard: true,
        bookingPayment: { terms: CALL_FEE, due: 95, sentence: 'Not paid yet: call fee of $95.00.' },
      },
    })
    expect(await app.as('walt').bookings.get({ ticketId })).toMatchObject({
      payment: 'Not paid yet: call fee of $95.00.',
    })
    await expectEmail(email, 'Pay your call fee of $95.00 there to hold the appointment.')
    await accept(ticketId)
    expect((await view()).appointment?.isAccepted).toBe(true)
  })

  test('that is paid has a deposit, however often Stripe tells of it', async () => {
    const { ticketId, view, pay } = await book()
    expect((await errorOf(pay(50))).message).toMatch(/^\$95\.00 is due now/)
    await pay()
    expect(stripe.sessionsOf(account).at(-1)).toMatchObject({ amount_total: 9500 })
    const sessionId = stripe.pay(account)
    const statuses = await Promise.all([1, 2, 3, 4].map(() => tellPaid(sessionId)))
    expect(statuses).toEqual([200, 200, 200, 200])
    await check()
    expect(await entriesOf(ticketId)).toEqual(['deposit card 95'])
    expect((await view()).money).toMatchObject({
      held: 95,
      bookingPayment: { due: 0, sentence: 'Paid: call fee of $95.00.' },
    })
    expect((await errorOf(pay())).message).toMatch(/^Nothing is due/)
    expect(app.loggedErrors).toEqual([])
  })

  test('leads two tabs to one page, which takes one payment', async () => {
    const { pay } = await book()
    const [one, two] = await Promise.all([pay(), pay()])
    expect(one.url).toBe(two.url)
  })

  test('that is paid online and at the desk loses nothing, and says so', async () => {
    const { ticketId, pay, view } = await book()
    await pay()
    const sessionId = stripe.pay(account)
    await app.as('walt').billing.recordDeposit({ ticketId, amount: 95, method: 'cash', received: 0 })
    expect(await tellPaid(sessionId)).toBe(200)
    expect(await entriesOf(ticketId)).toEqual(['deposit cash 95', 'deposit card 95'])
    const sentence =
      'Paid: call fee of $95.00. $95.00 more was paid: it counts toward the invoice, or the shop returns it.'
    expect(await sentenceOf(ticketId)).toBe(sentence)
    expect((await view()).money?.bookingPayment?.sentence).toBe(sentence)
    // What was paid in cash is for the desk to refund first.
    expect((await errorOf(decline(ticketId))).message).toMatch(/^\$190\.00 of the customer/)
    await app
      .as('dana')
      .billing.refund({ ticketId, amount: 95, method: 'cash', received: 190, reason: 'Twice' })
    await decline(ticketId)
    await check()
    expect((await moneyOf(ticketId)).balance.received).toBe(0)
  })

  test('asks for nothing once its time has come', async () => {
    const { at, pay, view } = await book()
    app.now = at
    expect((await view()).money?.bookingPayment?.due).toBe(0)
    expect((await errorOf(pay())).code).toBe('REFUSED')
  })
})

test('a booking whose email is confirmed first leads from there to where it is paid', async () => {
  const mailTransport = createFakeTransport(true)
  const externalServices = { ...fakeServices, cards: cards() }
  const mailing = await createTestApp({ connection: app.connection, mailTransport, externalServices })
  mailing.now = app.now
  const input = bookingInputOf(mailing.now)
  const customerDetails = { ...input.customerDetails, email: `${randomUUID()}@mail.example` }
  expect(await bookAs(mailing, { ...input, customerDetails })).toMatchObject({ next: 'mail' })
  const textsTo = () =>
    mailTransport.sent.filter(({ recipient }) => recipient === customerDetails.email).map(({ text }) => text)
  await expect.poll(() => textsTo()[0]).toMatch('Confirm Booking')
  const token = /\/booking\/(\S+)/.exec(textsTo()[0] ?? '')?.[1] ?? ''
  const { bookings } = mailing.as('visitor')
  expect((await bookings.preview({ token })).payPath).toBeNull()
  const { payPath } = await bookings.confirm({ token })
  const { client } = await customerOfLink(mailing, tokenIn(payPath ?? ''), digits)
  const { money } = await client.customerView.get({ token: tokenIn(payPath ?? '') })
  expect(money?.bookingPayment).toMatchObject({ due: 95 })
  await expect.poll(() => textsTo()[1]).toMatch('Pay your call fee of $95.00 there to hold the appointment.')
  await mailing.close()
})

describe('what was paid goes back to the card', () => {
  test('if the shop declines, once, by the check that follows', async () => {
    const { ticketId, view, email } = await bookPaid()
    await decline(ticketId)
    const sentence = '$95.00 goes back to the card: the shop called off the appointment.'
    expect(await sentenceOf(ticketId)).toBe(sentence)
    await expectEmail(email, sentence)
    await Promise.all([check(), check()])
    await check()
    expect(await entriesOf(ticketId)).toEqual(['deposit card 95', 'refund card 95'])
    expect((await moneyOf(ticketId)).entries[1]?.note).toBe(
      'By the terms of the booking: the shop called off the appointment',
    )
    expect(stripe.refunds.get(account)?.at(-1)).toMatchObject({ amount: 9500 })
    expect((await view()).money).toMatchObject({
      held: 0,
      bookingPayment: { due: 0, sentence: 'The call fee was returned.' },
    })
    expect(app.loggedErrors).toEqual([])
  })

  test('if its customer cancels in time, also at the last moment of it', async () => {
    const booking = await bookPaid()
    await accept(booking.ticketId)
    app.now = new Date(booking.at.getTime() - 24 * HOUR_MS)
    await booking.cancel()
    await expectEmail(booking.email, '$95.00 goes back to the card: the appointment was canceled in time.')
    await check()
    expect(await entriesOf(booking.ticketId)).toEqual(['deposit card 95', 'refund card 95'])
    expect((await moneyOf(booking.ticketId)).fees).toEqual([])
  })

  test('if the desk closes an appointment by its own mistake', async () => {
    const { ticketId } = await bookPaid()
    await accept(ticketId)
    await close(ticketId, 'mistake')
    await check()
    expect((await moneyOf(ticketId)).balance).toMatchObject({ received: 0, held: 0 })
  })

  test('if it comes after the shop declined, or Stripe tells of it days later', async () => {
    const { ticketId, pay, view } = await book()
    await pay()
    await decline(ticketId)
    expect((await view()).money?.bookingPayment?.sentence).toBe('Not paid: call fee of $95.00.')
    const sessionId = stripe.pay(account)
    app.now = new Date(app.now.getTime() + 60 * HOUR_MS)
    expect(await tellPaid(sessionId)).toBe(200)
    expect((await view()).money?.bookingPayment?.sentence).toMatch(/^\$95\.00 goes back to the card/)
    await check()
    expect(await entriesOf(ticketId)).toEqual(['deposit card 95', 'refund card 95'])
  })

  test('each payment, if two were made', async () => {
    const { ticketId, pay } = await book()
    await pay()
    const first = stripe.pay(account)
    // A day later Stripe's first page is over, and a second one opens before it told of the first payment.
    app.now = new Date(app.now.getTime() + 25 * HOUR_MS)
    await pay()
    const second = stripe.pay(account)
    expect(second).not.toBe(first)
    expect(await Promise.all([first, second, first].map(tellPaid))).toEqual([200, 200, 200])
    expect(await entriesOf(ticketId)).toEqual(['deposit card 95', 'deposit card 95'])
    await decline(ticketId)
    await check()
    const { entries, balance } = await moneyOf(ticketId)
    expect(entries.map(({ kind }) => kind)).toEqual(['deposit', 'deposit', 'refund', 'refund'])
    expect(balance).toMatchObject({ received: 0, held: 0 })
  })

  test('after Stripe did not answer, and not again if the desk was faster', async () => {
    const { ticketId } = await bookPaid()
    const other = await bookPaid()
    await decline(ticketId)
    await decline(other.ticketId)
    const { entries } = await moneyOf(other.ticketId)
    const byHand = { ticketId: other.ticketId, amount: 95, received: 95, reason: 'Sorry' }
    await app.as('dana').billing.refundCard({ ...byHand, entryId: entries[0]?.entryId ?? '' })
    stripe.setBeforeAnswer(async path => {
      if (path === '/v1/refunds') throw new Error('the connection is lost')
    })
    stripe.failWith(500)
    await expect(check()).rejects.toThrow()
    expect(await entriesOf(ticketId)).toEqual(['deposit card 95'])
    stripe.setBeforeAnswer(async () => {})
    stripe.failWith(null)
    await check()
    expect(await entriesOf(ticketId)).toEqual(['deposit card 95', 'refund card 95'])
    expect(await entriesOf(other.ticketId)).toEqual(['deposit card 95', 'refund card 95'])
    app.loggedErrors.length = 0
  })

  test('and is not sent again if the customer’s bank does not take it: the desk sees that it is to be returned', async () => {
    const { ticketId } = await bookPaid()
    await decline(ticketId)
    await check()
    const failed = stripe.failRefund(account)
    const event = stripe.event(account, 'refund.failed', failed)
    expect((await app.fetch('/api/stripe/webhook', { method: 'POST', ...event })).status).toBe(200)
    await check()
    expect(await entriesOf(ticketId)).toEqual(['deposit card 95', 'refund card 95', 'deposit card 95'])
    expect(await sentenceOf(ticketId)).toBe(
      'The call fee is to be returned: the shop called off the appointment.',
    )
  })

  test('not while the ticket is open again, which asks for it once more after', async () => {
    const { ticketId, pay, view } = await bookPaid()
    await accept(ticketId)
    await close(ticketId, 'mistake')
    await app.as('walt').tickets.reopen({ ticketId })
    await check()
    expect(await entriesOf(ticketId)).toEqual(['deposit card 95'])
    await close(ticketId, 'mistake')
    await check()
    await app.as('walt').tickets.reopen({ ticketId })
    expect((await view()).money?.bookingPayment?.due).toBe(95)
    await payNow({ pay })
    expect((await moneyOf(ticketId)).balance.held).toBe(95)
  })
})

describe('what was paid is kept', () => {
  test('of a missed appointment: it pays the fee for it, and only what is above is due', async () => {
    await app.as('dana').billing.changeSettings({ feeRules: { ...NO_FEES, noShow: 150 } })
    const { ticketId, view } = await bookPaid()
    await accept(ticketId)
    await close(ticketId, 'no-show')
    await check()
    expect((await view()).money?.bookingPayment?.sentence).toBe(
      '$95.00 of the call fee is kept: the appointment was missed.',
    )
    const { fees } = await moneyOf(ticketId)
    expect(fees).toMatchObject([{ amount: 150 }])
    await app.as('walt').billing.addFee({ ticketId, key: fees[0]?.key ?? '', expectedAmount: 150 })
    expect(await moneyOf(ticketId)).toMatchObject({
      fees: [],
      balance: { charged: 150, received: 95, due: 55, held: 0, credit: 0 },
    })
    await app.as('dana').billing.changeSettings({ feeRules: NO_FEES })
  })

  test('of a late cancellation, without any rule for fees, until the desk gives it back', async () => {
    const booking = await bookPaid()
    const { ticketId } = booking
    await accept(ticketId)
    app.now = new Date(booking.at.getTime() - 23 * HOUR_MS)
    await booking.cancel()
    await expectEmail(
      booking.email,
      '$95.00 of the call fee is kept: the appointment was canceled less than 24 hours before it.',
    )
    await check()
    expect(await entriesOf(ticketId)).toEqual(['deposit card 95'])
    const { fees, entries } = await moneyOf(ticketId)
    expect(fees).toMatchObject([{ amount: 95, name: expect.stringMatching(/^Late cancellation/) }])
    await app.as('walt').billing.dismissFee({ ticketId, key: fees[0]?.key ?? '' })
    const goodwill = { ticketId, amount: 95, received: 95, reason: 'Goodwill' }
    await app.as('dana').billing.refundCard({ ...goodwill, entryId: entries[0]?.entryId ?? '' })
    expect(await sentenceOf(ticketId)).toBe('The call fee was returned.')
  })

  test('for the visit, whose ticket proposes the call fee besides the work', async () => {
    const { ticketId } = await bookPaid()
    await accept(ticketId)
    await app.as('walt').tickets.checkIn({ ticketId })
    expect((await moneyOf(ticketId)).fees).toMatchObject([{ key: 'call-fee', amount: 95 }])
    await app.as('walt').billing.addFee({ ticketId, key: 'call-fee', expectedAmount: 95 })
    expect((await moneyOf(ticketId)).balance).toMatchObject({ charged: 95, due: 0, held: 0, credit: 0 })
    await close(ticketId, 'customer')
    expect((await moneyOf(ticketId)).fees).toEqual([])
  })
})

test('nobody pays for another ticket, and no technician sees what was paid', async () => {
  const { ticketId, token } = await book()
  const other = await book()
  const pay = other.client.customerView.pay({ token, amount: 95 })
  expect((await errorOf(pay)).message).toMatch(/^Answer the question first/)
  expect((await errorOf(app.as('rosa').bookings.get({ ticketId }))).code).toBe('FORBIDDEN')
  expect((await errorOf(app.as('rosa').billing.getTicket({ ticketId }))).code).toBe('FORBIDDEN')
  expect((await errorOf(app.as('ray').bookings.get({ ticketId }))).code).toBe('NOT_FOUND')
})

test('with bookings that were paid, the tickets, receivables, the day and the journal agree to the cent', async () => {
  const cents = (dollars: number): number => Math.round(dollars * 100)
  const { billing } = app.as('dana')
  const [missed, returned, done] = [await bookPaid(), await bookPaid(), await bookPaid()]
  for (const { ticketId } of [missed, done]) await accept(ticketId)
  await decline(returned.ticketId)
  await close(missed.ticketId, 'no-show')
  const [fee] = (await moneyOf(missed.ticketId)).fees
  await billing.addFee({ ticketId: missed.ticketId, key: fee?.key ?? '', expectedAmount: 95 })
  await check()
  await app.as('walt').tickets.checkIn({ ticketId: done.ticketId })
  await billing.addFee({ ticketId: done.ticketId, key: 'call-fee', expectedAmount: 95 })

  // The other tests paid and refunded on later days.
  app.now = new Date(app.now.getTime() + 20 * 24 * HOUR_MS)
  const tickets = await app.database.selectFrom('ledgerEntry').select('ticketId').distinct().execute()
  let [due, surplus, received] = [0, 0, 0]
  for (const { ticketId } of tickets) {
    const { balance } = await moneyOf(ticketId)
    due += cents(balance.due)
    surplus += cents(balance.held) + cents(balance.credit)
    received += cents(balance.received)
  }
  expect(received).toBeGreaterThanOrEqual(190_00)
  expect(cents((await billing.getReceivables()).total)).toBe(due)
  const [from, to] = ['2025-11-01', '2025-12-31']
  const { money } = await app.as('dana').endOfDay.get({ day: '2025-12-10' })
  expect(cents(money?.held ?? 0) + cents(money?.credit ?? 0)).toBe(surplus)
  const { exportId } = await billing.exportBooks({ target: 'journal', from, to })
  const rows = ((await billing.getBooks({ exportId })).files[0]?.text ?? '')
    .split('\r\n')
    .map(row => row.split(','))
  const balanceIn = (name: string): number =>
    rows
      .filter(row => row[6] === name)
      .reduce((sum, [, , , , , , , debit, credit]) => sum + cents(Number(debit)) - cents(Number(credit)), 0)
  expect(balanceIn('Undeposited Funds')).toBe(received)
  expect(balanceIn('Accounts Receivable')).toBe(due - surplus)
})

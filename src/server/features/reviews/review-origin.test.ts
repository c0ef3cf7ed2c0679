import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeTransport } from '#server/mail/mail-transport.ts'
import { bluebonnet, customers, june, loneStar, PASSWORD, walt } from '#server/seed/demo-accounts.ts'
import {
  createCompletedTicket,
  createLinkFor,
  customerOfLink,
  DIGITS,
  tokenIn,
} from '../../../../test/support/customer-fixtures.ts'
import { waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

const PROXY = { trustedProxies: [{ address: '127.0.0.1', prefix: 32 }] }
const DAY_MS = 24 * 60 * 60 * 1000
const HOME = '198.51.100.7'

type Headers = Readonly<Record<string, string>>
const from = (address: string): Headers => ({ 'x-forwarded-for': address })

/** Writes a review at the link in a browser with these headers. */
async function write(app: TestApp, token: string, headers: Headers = from(HOME), digits = DIGITS) {
  const { cookie } = await customerOfLink(app, token, digits, headers)
  const both = [cookie, headers.cookie].filter(each => each !== undefined).join('; ')
  const client = app.withCookie(both, headers)
  await client.reviews.create({ token, stars: 5, words: 'Dry again.' })
  return client
}

async function reviewFrom(app: TestApp, headers: Headers): Promise<number> {
  const { ticketId, token } = await createCompletedTicket(app)
  await write(app, token, headers)
  return ticketId
}

const reasonsOf = async (app: TestApp) =>
  (await app.as('dana').reviews.mine({})).reviews.map(({ uncountedBecause }) => uncountedBecause)

/** Logs in, and returns all cookies. */
async function signIn(app: TestApp, email: string, address: string, password = PASSWORD): Promise<string> {
  const response = await app.fetch('/api/auth/sign-in/email', {
    ...{ method: 'POST', json: { email, password } },
    headers: from(address),
  })
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}

async function forgetReviews(app: TestApp): Promise<void> {
  app.now = new Date(START)
  await app.database.deleteFrom('review').execute()
  await app.database.updateTable('company').set({ trusted: false }).execute()
}

describe('without a mail server, where no email can be confirmed', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp(PROXY)
  })
  beforeEach(() => forgetReviews(app))
  // Logged in elsewhere only by the test itself.
  afterEach(() => app.database.deleteFrom('signIn').where('address', '<>', '127.0.0.1').execute())
  afterAll(() => app.close())

  test('twelve reviews that a company writes itself are shown, and do not make it Trusted', async () => {
    for (let count = 0; count < 12; count += 1) await reviewFrom(app, {})
    const { trust, reviews } = await app.as('visitor').reviews.list({ companyId: app.ids.dana })
    expect(trust).toEqual({ count: 12, average: 5, isTrusted: false })
    expect(JSON.stringify(reviews)).not.toContain('uncounted')
    expect(new Set(await reasonsOf(app))).toEqual(new Set(['staff-network']))
  })

  test('ten reviews of customers elsewhere do', async () => {
    for (let count = 0; count < 10; count += 1) await reviewFrom(app, from(`198.51.100.${count}`))
    const { trust } = await app.as('visitor').reviews.list({ companyId: app.ids.dana })
    expect(trust).toEqual({ count: 10, average: 5, isTrusted: true })
  })

  test.each([
    ['203.0.113.5', '203.0.113.77', 'staff-network'],
    ['203.0.113.5', '203.0.114.5', null],
    ['2001:db8:1:2::7', '2001:db8:1:ff::1', 'staff-network'],
    ['2001:db8:1:2::7', '2001:db8:2:2::7', null],
  ])('an employee logged in at %s, and a review from %s is %j', async (staff, customer, reason) => {
    await signIn(app, walt.email, staff)
    await reviewFrom(app, from(customer))
    expect(await reasonsOf(app)).toEqual([reason])
  })

  test('a network counts as the company’s for thirty days', async () => {
    await signIn(app, walt.email, '203.0.113.5')
    app.now = new Date(app.now.getTime() + 29 * DAY_MS)
    await reviewFrom(app, from('203.0.113.5'))
    app.now = new Date(app.now.getTime() + 2 * DAY_MS)
    await reviewFrom(app, from('203.0.113.5'))
    expect(await reasonsOf(app)).toEqual([null, 'staff-network'])
  })

  test('nobody else makes a network the company’s, by logging in or by failing to', async () => {
    await signIn(app, loneStar.email, HOME)
    await signIn(app, june.customerDetails.email, HOME)
    await signIn(app, bluebonnet.email, HOME, 'wrong-password-9')
    await reviewFrom(app, from(HOME))
    expect(await reasonsOf(app)).toEqual([null])
  })

  test('a browser of the company’s people stays one after they logged out', async () => {
    const cookie = await signIn(app, walt.email, '203.0.113.5')
    const device = cookie.split('; ').find(each => each.startsWith('rigwright.device=')) ?? ''
    const session = cookie.split('; ').find(each => each.includes('session_token')) ?? ''
    for (const own of [session, device]) await reviewFrom(app, { ...from(HOME), cookie: own })
    expect(await reasonsOf(app)).toEqual(['staff-browser', 'staff-browser'])
  })

  test('a browser of another company’s people is a customer’s', async () => {
    const cookie = await signIn(app, loneStar.email, '203.0.113.5')
    await reviewFrom(app, { ...from(HOME), cookie })
    expect(await reasonsOf(app)).toEqual([null])
  })

  test('a ticket in the name of one of the company’s people is its own', async () => {
    const { ticketId, token } = await createCompletedTicket(app)
    await app.database
      .updateTable('ticket')
      .set({ email: walt.email.toUpperCase() })
      .where('ticketId', '=', ticketId)
      .execute()
    await write(app, token)
    expect(await reasonsOf(app)).toEqual(['staff-email'])
  })
})

describe('with a mail server', () => {
  const mailTransport = createFakeTransport(true)
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ ...PROXY, mailTransport })
  })
  beforeEach(() => forgetReviews(app))
  afterAll(() => app.close())

  /** The token in the latest email to this address. */
  async function mailedTo(recipient: string): Promise<string> {
    await waitUntilDelivered(app.database)
    const texts = mailTransport.sent.filter(email => email.recipient === recipient).map(({ text }) => text)
    return texts.map(text => /\/follow\/([\w-]+)/.exec(text)?.[1] ?? '').at(-1) ?? ''
  }

  async function complete(ticketId: number): Promise<void> {
    await app.as('dana').tickets.finalize({ ticketId })
    await app.as('dana').tickets.complete({ ticketId })
  }

  /** A completed ticket of June's, and the tokens of its link: the desk's, and as it was mailed to her. */
  async function createMailedTicket() {
    const ticketId = await app.createTicket()
    await app.as('dana').customerLinks.email({ ticketId })
    await complete(ticketId)
    const mailed = await mailedTo(june.customerDetails.email)
    return { ticketId, mailed, copied: await createLinkFor(app, ticketId) }
  }

  test('a review at the desk’s copy of the link does not count, and its customer sees nothing of that', async () => {
    const { copied } = await createMailedTicket()
    const client = await write(app, copied)
    expect(await reasonsOf(app)).toEqual(['unconfirmed'])
    const own = await client.reviews.getByLink({ token: copied })
    expect(own.review).toEqual(expect.not.objectContaining({ uncountedBecause: expect.anything() }))
    expect(await app.as('maya').platformAdmin.listReviews({ companyUUID: app.ids.dana })).toMatchObject({
      reviews: [{ uncountedBecause: 'unconfirmed' }],
    })
  })

  test('ten reviews from the emailed link make a company Trusted, ten at the desk’s copy do not', async () => {
    const trust = async () =>
      (await app.as('visitor').reviews.list({ companyId: app.ids.dana })).trust.isTrusted
    for (const which of ['copied', 'mailed'] as const) {
      for (let count = 0; count < 10; count += 1) {
        const tokens = await createMailedTicket()
        expect(tokens.mailed).not.toBe(tokens.copied)
        await write(app, tokens[which])
      }
      expect(await trust()).toBe(which === 'mailed')
    }
  })

  test('the person who opened the link from the email may write the review at another copy', async () => {
    const { mailed, copied } = await createMailedTicket()
    await customerOfLink(app, mailed)
    await write(app, copied)
    expect(await reasonsOf(app)).toEqual([null])
  })

  test('a browser that is known already writes from the email’s link as well', async () => {
    const { mailed, copied } = await createMailedTicket()
    const { client } = await customerOfLink(app, copied)
    await client.reviews.create({ token: mailed, stars: 5, words: 'Dry.' })
    expect(await reasonsOf(app)).toEqual([null])
  })

  test('a link that was mailed to another address, or is made up, still opens the ticket and confirms nothing', async () => {
    const { ticketId, mailed } = await createMailedTicket()
    const forged = `${mailed.slice(0, -1)}${mailed.endsWith('A') ? 'B' : 'A'}`
    await customerOfLink(app, mailed)
    await app.database
      .updateTable('ticket')
      .set({ email: 'someone.else@mail.example' })
      .where('ticketId', '=', ticketId)
      .execute()
    await customerOfLink(app, mailed)
    await write(app, forged)
    expect(await reasonsOf(app)).toEqual(['unconfirmed'])
  })

  test('no copy that the company sees has the mark: not its own, nor a file’s', async () => {
    const { ticketId, mailed, copied } = await createMailedTicket()
    const desk = app.as('dana')
    const seen = JSON.stringify([
      await desk.customerLinks.get({ ticketId }),
      await desk.customerLinks.create({ ticketId }),
      await desk.tickets.activity({ ticketId }),
    ])
    expect(seen).toContain(copied)
    expect(seen).not.toContain(mailed.slice(copied.length))
  })

  test('a booking that was confirmed by email counts at any copy; a corrected email does not', async () => {
    const lucille = customers[5].customerDetails
    const digits = lucille.phone.slice(-4)
    for (const email of [lucille.email, 'other@mail.example']) {
      const { ticketId } = await app.as('visitor').bookings.confirm({ token: await app.unconfirmedBooking() })
      await app.as('dana').tickets.accept({ ticketId: Number(ticketId) })
      await app.database
        .updateTable('ticket')
        .set({ email })
        .where('ticketId', '=', Number(ticketId))
        .execute()
      await app.as('dana').tickets.checkIn({ ticketId: Number(ticketId) })
      await complete(Number(ticketId))
      const { link } = await app.as('dana').customerLinks.create({ ticketId: Number(ticketId) })
      await write(app, tokenIn(link.path), from(HOME), digits)
      app.now = new Date(app.now.getTime() + 1000)
    }
    expect(await reasonsOf(app)).toEqual(['unconfirmed', null])
  })

  test('an RV owner with an account of that email is confirmed', async () => {
    const { ticketId } = await createMailedTicket()
    const path = `/api/my/tickets/${app.ids.dana}/${ticketId}/open`
    const response = await app.fetch(path, { as: 'june', method: 'POST', headers: from(HOME) })
    const token = tokenIn(((await response.json()) as { path: string }).path)
    await write(app, token)
    expect(await reasonsOf(app)).toEqual([null])
  })
})

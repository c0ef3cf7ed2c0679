import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_WRONG_ANSWERS } from '#domain/customer-links/link.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { withClient } from '../../../../test/support/citus-databases.ts'
import {
  createLinkFor,
  customerOfLink,
  DIGITS,
  tokenIn,
  verifyLink,
} from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { hasPostgresLog, postgresLogOf } from '../../../../test/support/postgres-log.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let app: TestApp
let strict: TestApp
beforeAll(async () => {
  app = await createTestApp()
  strict = await createTestApp({ rateLimits: true, trustedProxies: [{ address: '127.0.0.1', prefix: 32 }] })
})
afterAll(async () => {
  await app.close()
  await strict.close()
})
beforeEach(() => {
  app.now = new Date(START)
})

async function linked(at: TestApp = app) {
  const ticketId = await at.createTicket('rosa')
  return { ticketId, token: await createLinkFor(at, ticketId) }
}

const answer = (token: string, digits: string, at: TestApp = app): Promise<Response> =>
  verifyLink(at, token, digits)

const customer = (token: string, at: TestApp = app) => customerOfLink(at, token)

describe('an incomplete customer link', () => {
  test.each([
    ['nothing of it', ''],
    ['cut off', 'half'],
    ['made up', 'A'.repeat(64)],
    ['not even text for a link', '%F0%9F%9A%90'],
  ])('%s', async (_, token) => {
    for (const path of [`/api/follow/${token || '-'}`, `/api/follow/${token || '-'}/ticket`])
      expect((await app.fetch(path)).status).toBe(404)
    expect((await answer(token || '-', DIGITS)).status).toBe(404)
  })

  test('with any one character changed is refused', async () => {
    const { token } = await linked()
    for (const place of [0, 21, 30, 43, 50, 63]) {
      const sign = token[place] === 'A' ? 'B' : 'A'
      const altered = token.slice(0, place) + sign + token.slice(place + 1)
      expect((await errorOf(app.as('visitor').customerView.preview({ token: altered }))).code).toBe(
        'NOT_FOUND',
      )
    }
  })
})

describe('before its question is answered', () => {
  test('a link shows the company, and nothing of the ticket', async () => {
    const { token, ticketId } = await linked()
    const body = await (await app.fetch(`/api/follow/${token}`)).text()
    expect(JSON.parse(body)).toMatchObject({
      status: 'unverified',
      digits: 4,
      company: { companyName: 'Bluebonnet RV' },
    })
    const { firstName, lastName, email, phone } = june.customerDetails
    for (const private_ of [firstName, lastName, email, phone, DIGITS, june.customerRV.vin, String(ticketId)])
      expect(body).not.toContain(private_)
  })

  test('the ticket and its photos are refused, even to logged-in users', async () => {
    const { token } = await linked()
    for (const as of ['visitor', 'ray', 'dana', 'rosa'] as const)
      expect((await errorOf(app.as(as).customerView.get({ token }))).message).toMatch(
        /^Answer the question first/,
      )
    const photo = '0b6f4b7e-6f0a-4d0e-9d4c-3f6a5c1d2e3f'
    expect((await app.fetch(`/api/images/follow/${token}/photos/${photo}`)).status).toBe(409)
  })

  test('wrong digits are reported beside their field', async () => {
    const { token } = await linked()
    const wrong = await answer(token, '0000')
    expect(wrong.status).toBe(400)
    expect(wrong.headers.getSetCookie()).toEqual([])
    expect(await wrong.json()).toMatchObject({
      fields: { digits: 'Those digits don’t match the phone number Bluebonnet RV has on file.' },
    })
  })

  test('an hour allows five wrong answers per network', async () => {
    const { token } = await linked(strict)
    for (let tries = 1; tries <= 4; tries += 1) expect((await answer(token, '0000', strict)).status).toBe(400)
    for (const digits of ['0000', DIGITS]) {
      const refused = await answer(token, digits, strict)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
      expect(await refused.json()).toMatchObject({
        message: 'Too many wrong answers. Ask Bluebonnet RV for a new link, or try again in 60 minutes.',
        retryAfterSeconds: 3600,
      })
    }
    // Another link is not affected.
    const other = await linked(strict)
    expect((await answer(other.token, DIGITS, strict)).status).toBe(200)
  })

  test('the customer still has their own tries on another network', async () => {
    const { token } = await linked(strict)
    const from = (address: string, digits: string) =>
      strict.fetch(`/api/follow/${token}/answer`, {
        method: 'POST',
        json: { digits },
        headers: { 'x-forwarded-for': address },
      })
    for (let tries = 1; tries <= 6; tries += 1) await from('198.51.100.7', '0000')
    expect((await from('198.51.100.7', DIGITS)).status).toBe(429)
    expect((await from('203.0.113.9', DIGITS)).status).toBe(200)
  })

  test('the desk sees that five wrong answers locked the link, and unlocks it', async () => {
    const { token, ticketId } = await linked(strict)
    await customer(token, strict)
    const desk = strict.as('dana')
    const lockOf = async () => (await desk.customerLinks.get({ ticketId })).link?.lockedUntil
    for (let tries = 1; tries <= 4; tries += 1) await answer(token, '0000', strict)
    expect(await lockOf()).toBeNull()
    await answer(token, '0000', strict)
    expect(await lockOf()).toEqual(new Date(strict.now.getTime() + 60 * 60 * 1000))
    expect((await answer(token, DIGITS, strict)).status).toBe(429)
    await desk.customerLinks.unlock({ ticketId })
    expect(await lockOf()).toBeNull()
    expect((await answer(token, DIGITS, strict)).status).toBe(200)
    const { entries } = await desk.tickets.activity({ ticketId })
    expect(entries.slice(0, 2)).toMatchObject([{ verb: 'ticket.unlock-link' }, { verb: 'ticket.lock-link' }])
  })

  test('a new link works where the locked one was never opened', async () => {
    const { token, ticketId } = await linked(strict)
    for (let tries = 1; tries <= 5; tries += 1) await answer(token, '0000', strict)
    const fresh = await createLinkFor(strict, ticketId)
    expect(fresh).not.toBe(token)
    expect((await answer(fresh, DIGITS, strict)).status).toBe(200)
  })

  test('a browser that was let in before gets in with the right digits while strangers are locked out', async () => {
    const { token, ticketId } = await linked(strict)
    const { cookie } = await customer(token, strict)
    const phone = '(574) 555-7777'
    await strict.as('dana').tickets.changeDetails({ ticketId, customerDetails: { phone } })
    const addresses = Array.from({ length: 5 }, (_, index) => `198.51.100.${index}`)
    for (const address of [...addresses.flatMap(each => Array(4).fill(each)), '127.0.0.1'])
      await strict.fetch(`/api/follow/${token}/answer`, {
        method: 'POST',
        json: { digits: '0000' },
        headers: address === '127.0.0.1' ? {} : { 'x-forwarded-for': address },
      })
    expect((await answer(token, '7777', strict)).status).toBe(409)
    const known = (digits: string) =>
      strict.fetch(`/api/follow/${token}/answer`, { method: 'POST', json: { digits }, headers: { cookie } })
    expect(await strict.withCookie(cookie).customerView.preview({ token })).toMatchObject({
      status: 'unverified',
    })
    expect((await known('7777')).status).toBe(200)
    for (let tries = 1; tries <= MAX_WRONG_ANSWERS; tries += 1) expect((await known('0000')).status).toBe(400)
    expect((await known('7777')).status).toBe(409)
  })

  const guess = async (token: string) => {
    for (let tries = 1; tries <= MAX_WRONG_ANSWERS; tries += 1) await answer(token, '0000')
  }

  test('repeated guessing locks the link; the desk sees it and creates a new one', async () => {
    const { token, ticketId } = await linked()
    await guess(token)
    const refused = await answer(token, DIGITS)
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { message: 'Too many wrong answers on this link. Ask the company for a new one.' },
    ])
    expect(await app.as('visitor').customerView.preview({ token })).toMatchObject({ status: 'locked' })
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries[0]).toMatchObject({ verb: 'ticket.lock-link' })
    expect(await app.as('dana').customerLinks.get({ ticketId })).toMatchObject({ link: { isLocked: true } })
    const fresh = await createLinkFor(app, ticketId)
    expect(fresh).not.toBe(token)
    expect((await answer(fresh, DIGITS)).status).toBe(200)
    expect(await app.as('visitor').customerView.preview({ token })).toMatchObject({ status: 'revoked' })
  })

  test('browsers that answered before the lock still have access', async () => {
    const { token, ticketId } = await linked()
    const { client } = await customer(token)
    await guess(token)
    expect(await client.customerView.preview({ token })).toMatchObject({ status: 'open' })
    expect(await client.customerView.get({ token })).toMatchObject({ ticketId })
    expect(await createLinkFor(app, ticketId)).toBe(token)
  })
})

describe('once it is answered', () => {
  test('the customer sees their ticket, and no internal data', async () => {
    const { token, ticketId } = await linked()
    const { client } = await customer(token)
    expect(await client.customerView.preview({ token })).toMatchObject({ status: 'open' })
    const seen = await client.customerView.get({ token })
    expect(seen).toMatchObject({
      ticketId,
      firstName: 'June',
      progress: 'received',
      hasBegun: false,
      technician: 'Rosa Díaz',
      jobs: [{ jobNumber: 1, problem: 'Roof leak above the bunk' }],
    })
    const text = JSON.stringify(seen)
    for (const hidden of [app.ids.rosa, 'rosa@', 'IN-4471-15', june.customerDetails.email])
      expect(text).not.toContain(hidden)
  })

  test('the page follows the work', async () => {
    const { token, ticketId } = await linked()
    const { client } = await customer(token)
    const progress = async () => (await client.customerView.get({ token })).progress
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    expect(await progress()).toBe('in-work')
    expect(await client.customerView.get({ token })).toMatchObject({ hasBegun: true })
    await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
    await app.as('dana').tickets.finalize({ ticketId })
    expect(await progress()).toBe('ready')
    await app.as('dana').tickets.complete({ ticketId })
    expect(await progress()).toBe('done')
  })

  test('a cookie that scripts cannot read remembers the answer, for this link only', async () => {
    const [one, other] = [await linked(), await linked()]
    const answered = await answer(one.token, `…${DIGITS}`)
    expect(answered.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^rigwright-link-[0-9a-f]{16}=[\w-]{43}\.[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
    const { client } = await customer(one.token)
    expect((await errorOf(client.customerView.get({ token: other.token }))).code).toBe('REFUSED')
  })

  test('the first opening is in the ticket’s activity, later ones are not', async () => {
    const { token, ticketId } = await linked()
    await customer(token)
    await customer(token)
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries.filter(({ verb }) => verb === 'ticket.open-link')).toMatchObject([
      { by: { name: 'June Park' } },
    ])
    expect((await app.as('dana').customerLinks.get({ ticketId })).link?.openedAt).toEqual(app.now)
  })

  test('a phone number without digits admits no one', async () => {
    const { token, ticketId } = await linked()
    await app.database
      .updateTable('ticket')
      .set({ phone: '- x5551234' })
      .where('ticketId', '=', ticketId)
      .execute()
    expect(await app.as('visitor').customerView.preview({ token })).toMatchObject({ digits: 0 })
    const refused = await answer(token, 'none')
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []])
  })

  test('a phone number of three digits allows no link, and an existing link admits no one', async () => {
    const { token, ticketId } = await linked()
    const { client } = await customer(token)
    const desk = app.as('dana')
    await app.database.updateTable('ticket').set({ phone: '911' }).where('ticketId', '=', ticketId).execute()
    expect((await answer(token, '911')).status).toBe(400)
    expect((await errorOf(client.customerView.get({ token }))).code).toBe('REFUSED')
    const before = await dumpDatabase(app.database)
    for (const request of ['create', 'email'] as const)
      expect((await errorOf(desk.customerLinks[request]({ ticketId }))).message).toBe(
        'The link asks for the last four digits of the customer’s phone. Add the full number first.',
      )
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('a changed phone number asks again', async () => {
    const { token, ticketId } = await linked()
    const { client } = await customer(token)
    await app.as('dana').tickets.changeDetails({ ticketId, customerDetails: { phone: '(574) 555-7777' } })
    expect(await client.customerView.preview({ token })).toMatchObject({ status: 'unverified' })
    expect((await errorOf(client.customerView.get({ token }))).code).toBe('REFUSED')
  })

  test('a customer can only do what the link is for', async () => {
    const { token, ticketId } = await linked()
    const { client } = await customer(token)
    const before = await dumpDatabase(app.database)
    for (const ask of [
      () => client.tickets.get({ ticketId }),
      () => client.tickets.finalize({ ticketId }),
      () => client.customerLinks.get({ ticketId }),
      () => client.companies.mine(),
    ])
      expect((await errorOf(ask())).code).toBe('UNAUTHORIZED')
    expect(await dumpDatabase(app.database)).toBe(before)
  })
})

describe('a link that ended', () => {
  test.runIf(hasPostgresLog())(
    'while its customer acts makes neither wait for the other in a circle',
    async () => {
      const { token, ticketId } = await linked()
      const { client } = await customer(token)
      const before = (await postgresLogOf(app)).length
      const waiting = () =>
        withClient(app.connection, async session => {
          const { rowCount } = await session.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rowCount ?? 0
        })
      await withClient(app.connection, async blocker => {
        await blocker.query('begin')
        await blocker.query('select from ticket_link where ticket_id = $1 for update', [ticketId])
        let isPosted = false
        const post = client.customerView.post({ token, text: 'Is it dry?' }).finally(() => {
          isPosted = true
        })
        await vi.waitUntil(async () => isPosted || (await waiting()) > 0, 10_000)
        const others = await waiting()
        const revoke = app.as('walt').customerLinks.revoke({ ticketId })
        await vi.waitUntil(async () => (await waiting()) > others, 10_000)
        await blocker.query('rollback')
        await Promise.all([post, revoke])
      })
      expect((await postgresLogOf(app)).slice(before)).toEqual([])
    },
  )

  test('was turned off by the desk shows nothing, and a new one differs', async () => {
    const { token, ticketId } = await linked()
    const { client } = await customer(token)
    await app.as('walt').customerLinks.revoke({ ticketId })
    expect((await errorOf(client.customerView.get({ token }))).message).toMatch(/^This link was turned off/)
    const { link } = await app.as('walt').customerLinks.create({ ticketId })
    expect(tokenIn(link.path)).not.toBe(token)
    expect((await errorOf(client.customerView.get({ token: tokenIn(link.path) }))).message).toMatch(
      /^Answer the question first/,
    )
  })

  test('expires ninety days after the ticket was completed', async () => {
    const { token, ticketId } = await linked()
    const { client } = await customer(token)
    await app.as('dana').tickets.finalize({ ticketId })
    await app.as('dana').tickets.complete({ ticketId })
    const done = app.now.getTime()
    app.now = new Date(done + 90 * DAY_MS - 1)
    expect(await client.customerView.get({ token })).toMatchObject({ progress: 'done' })
    app.now = new Date(done + 90 * DAY_MS)
    expect((await errorOf(client.customerView.get({ token }))).message).toMatch(/^This link has expired/)
    expect(await client.customerView.preview({ token })).toMatchObject({ status: 'expired' })
  })
})

describe('the desk', () => {
  test('gets one link per ticket, however often it asks', async () => {
    const ticketId = await app.createTicket()
    const [one, other] = await Promise.all(
      [1, 2].map(() => app.as('dana').customerLinks.create({ ticketId })),
    )
    expect(one).toEqual(other)
    expect(await app.as('walt').customerLinks.get({ ticketId })).toEqual({
      ...one,
      claim: null,
      canMail: false,
    })
  })

  test('emails it to the customer', async () => {
    const ticketId = await app.createTicket()
    await app.as('walt').customerLinks.email({ ticketId })
    const { link } = await app.as('walt').customerLinks.get({ ticketId })
    await expect.poll(() => app.sentEmails.at(-1)?.text).toContain(`${app.url}${link?.path}`)
    expect(app.sentEmails.at(-1)).toMatchObject({ recipient: june.customerDetails.email })
  })
})

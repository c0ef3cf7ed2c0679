import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PROCEDURES, type ProcedureName } from '#contract/index.ts'
import { bluebonnet, june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { bookingInputOf, sendBooking, toFormData } from '../../../test/support/booking-fixtures.ts'
import { ENDPOINT_CASES } from '../../../test/support/examples/endpoint-cases.ts'
import { EXAMPLES } from '../../../test/support/examples/examples.ts'
import { createSecretFixtures, type SecretFixtures } from '../../../test/support/examples/secret-fixtures.ts'
import { send } from '../../../test/support/examples/send-request.ts'
import { importedPerson } from '../../../test/support/imported-rows.ts'
import { createTestApp, errorOf, freshDatabase, type TestApp } from '../../../test/support/test-app.ts'
import { totpCode } from '../../../test/support/totp.ts'
import { listLimitedActions } from './rate-limits.ts'

const PROXY = [{ address: '127.0.0.1', prefix: 32 }]
const dana = 'dana@bluebonnet.example'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ rateLimits: true, trustedProxies: PROXY })
})
afterEach(() => sql`delete from rate_limit_counter`.execute(app.database))
afterAll(() => app.close())

type Headers = Record<string, string>
const from = (address: string): Headers => ({ 'x-forwarded-for': address })
const post = (path: string, json: unknown, headers: Headers = {}, at = app) =>
  at.fetch(`/api${path}`, { method: 'POST', json, headers })
const signIn = (email: string, password: string, headers: Headers = {}, at = app) =>
  post('/auth/sign-in/email', { email, password }, headers, at)

/** Sets every existing count. */
const setCounts = (count: number) => sql`update rate_limit_counter set count = ${count}`.execute(app.database)
const statusesOf = async (times: number, ask: (index: number) => Promise<Response>) => {
  const statuses: number[] = []
  for (let index = 0; index < times; index += 1) statuses.push((await ask(index)).status)
  return statuses
}

describe('a rate-limited client', () => {
  test('learns how long to wait, in body, header and message, over REST and over RPC', async () => {
    const ask = () => app.fetch('/api/companies')
    expect((await ask()).status).toBe(200)
    await setCounts(600)
    const answer = await ask()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(await answer.json()).toMatchObject({
      code: 'TOO_MANY',
      retryAfterSeconds: 3600,
      message: 'Too many attempts. Wait 60 minutes and try again.',
      requestId: expect.any(String),
    })
    expect(await errorOf(app.as('visitor').companies.list({}))).toEqual({
      code: 'TOO_MANY',
      status: 429,
      retryAfterSeconds: 3600,
      message: 'Too many attempts. Wait 60 minutes and try again.',
    })
    const rpc = await app.fetch('/rpc/companies/list', { method: 'POST', json: { json: {} } })
    expect(rpc.headers.get('retry-after')).toBe('3600')
  })

  test('may continue after that time', async () => {
    await signIn(dana, 'wrong-password-9')
    await setCounts(1000)
    expect((await signIn(dana, PASSWORD)).status).toBe(429)
    const { now } = app
    app.now = new Date(now.getTime() + 15 * 60_000)
    expect((await signIn(dana, PASSWORD)).status).toBe(200)
    app.now = now
  })

  test('does not wait longer by trying', async () => {
    await signIn(dana, 'wrong-password-9')
    await setCounts(1000)
    const { now } = app
    app.now = new Date(now.getTime() + 14 * 60_000)
    expect((await signIn(dana, PASSWORD)).headers.get('retry-after')).toBe('60')
    app.now = now
  })
})

describe('password guessing', () => {
  test('for one account from many addresses is stopped by email, whether or not it exists', async () => {
    for (const email of [dana, 'nobody@mail.example']) {
      const statuses = await statusesOf(11, index =>
        signIn(email, 'wrong-password-9', from(`198.51.100.${index}`)),
      )
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
      // The same email in any notation.
      expect((await signIn(` ${email.toUpperCase()} `, PASSWORD, from('198.51.100.77'))).status).toBe(429)
    }
  })

  test('for many accounts is stopped by address', async () => {
    const statuses = await statusesOf(31, index =>
      signIn(`${index}@mail.example`, 'wrong-password-9', from('198.51.100.1')),
    )
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429])
    expect((await signIn(dana, PASSWORD, from('198.51.100.2'))).status).toBe(200)
  })

  test('does not lock the owner out of known browsers', async () => {
    const before = await signIn(dana, PASSWORD, from('203.0.113.5'))
    const mark = before.headers.getSetCookie().find(cookie => cookie.startsWith('rigwright.device=')) ?? ''
    expect(mark).toMatch(/; HttpOnly/i)
    const cookie = mark.split(';')[0] ?? ''
    await statusesOf(11, index => signIn(dana, 'wrong-password-9', from(`198.51.100.${index}`)))
    expect((await signIn(dana, PASSWORD, from('203.0.113.5'))).status).toBe(429)
    expect((await signIn(dana, PASSWORD, { ...from('203.0.113.5'), cookie })).status).toBe(200)
    // The cookie does not work for another account, and has its own limit.
    const other = await statusesOf(11, () =>
      signIn('walt@bluebonnet.example', 'wrong-password-9', { ...from('203.0.113.5'), cookie }),
    )
    expect(other.at(-1)).toBe(429)
    const guessed = await statusesOf(11, () =>
      signIn(dana, 'wrong-password-9', { ...from('203.0.113.6'), cookie }),
    )
    expect(guessed.at(-1)).toBe(429)
  })

  test('with a forged address header is counted by the real address', async () => {
    const direct = await createTestApp({ connection: app.connection, rateLimits: true })
    const statuses = await statusesOf(31, index =>
      signIn(
        `${index}@mail.example`,
        'wrong-password-9',
        { ...from(`10.0.0.${index}`), 'x-rigwright-address': `10.1.0.${index}` },
        direct,
      ),
    )
    expect(statuses.at(-1)).toBe(429)
    await direct.close()
  })

  test('from an IPv6 network is counted by network', async () => {
    const statuses = await statusesOf(31, index =>
      signIn(`${index}@mail.example`, 'wrong-password-9', from(`2001:db8:1:2:${index}::1`)),
    )
    expect(statuses.at(-1)).toBe(429)
    expect((await signIn(dana, PASSWORD, from('2001:db8:1:3::1'))).status).toBe(200)
  })

  test('from many IPv6 networks of one site is counted by site, four times as much', async () => {
    const statuses = await statusesOf(121, index =>
      signIn(`${index}@mail.example`, 'wrong-password-9', from(`2001:db8:1:${index.toString(16)}::1`)),
    )
    expect(statuses.filter(status => status === 429)).toHaveLength(1)
    expect((await signIn(dana, PASSWORD, from('2001:db8:2:1::1'))).status).toBe(200)
  }, 60_000)
})

test('successful logins use no failed attempts, and have their own limit', async () => {
  expect(new Set(await statusesOf(12, () => signIn(dana, PASSWORD)))).toEqual(new Set([200]))
  const { rows } = await sql`select count from rate_limit_counter where count <> 0`.execute(app.database)
  // Attempts with two-factor stay counted by email and address, correct or not.
  expect(rows).toEqual([{ count: 12 }, { count: 12 }])
  expect((await statusesOf(60, () => signIn(dana, PASSWORD))).at(-1)).toBe(429)
})

const company = () => {
  const { owner: _, ...rest } = bluebonnet
  return { ...rest, email: `${crypto.randomUUID()}@mail.example`, password: PASSWORD }
}
const vin = june.customerRV.vin

async function photoOf(side = 8): Promise<FormData> {
  const pixel = sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
  const form = new FormData()
  form.set('image', new File([new Uint8Array(await pixel.png().toBuffer())], 'image.png'))
  return form
}

describe('every action of the table', () => {
  let shop: SecretFixtures
  beforeAll(async () => {
    shop = await createSecretFixtures(app)
    await sql`delete from rate_limit_counter`.execute(app.database)
  })

  // No request sends an email to an owner: its limit is tested with the notices. That of an unconfirmed owner needs a mail
  // server: src/server/mail/limited-mail.test.ts. Hints of imports end without a refusal: src/server/features/spreadsheet-import/hints.test.ts.
  const ELSEWHERE = ['owner-emails', 'unconfirmed-emails', 'import-hints']
  /** Of no procedure, or one that is counted for only some of its inputs. */
  const ASKED: Readonly<Record<string, () => Promise<Response>>> = {
    'sign-in': () => signIn(dana, PASSWORD),
    'any-sign-in': () => signIn(dana, PASSWORD),
    'second-factor': () => post('/auth/two-factor/verify-totp', { code: '000000' }),
    'request-password-reset': () => post('/auth/request-password-reset', { email: 'nobody@mail.example' }),
    'reset-password': () => post('/auth/reset-password', { token: 'x', newPassword: 'gravel-and-pine-7' }),
    'change-password': () =>
      app.fetch('/api/auth/change-password', {
        as: 'sam',
        method: 'POST',
        json: { currentPassword: 'wrong-password-9', newPassword: 'gravel-and-pine-7' },
      }),
    account: () => post('/auth/sign-out', {}),
    'imported-employees': () =>
      app.fetch(`/api/imports/${crypto.randomUUID()}/employees`, {
        as: 'dana',
        method: 'POST',
        json: { firstRow: 0, rows: [importedPerson] },
      }),
    booking: () => sendBooking(app, toFormData(bookingInputOf(app.now))),
    'customer-emails': async () =>
      app.fetch(`/api/tickets/${await app.createTicket()}/link/email`, { as: 'dana', method: 'POST' }),
    'tickets.search': () => app.fetch('/api/tickets?q=roof', { as: 'rosa' }),
    export: () => app.fetch('/api/company/export', { as: 'dana' }),
    documents: async () => app.fetch(`/api/tickets/${await app.createTicket()}/document.pdf`, { as: 'dana' }),
    'photo-archive': () =>
      app.fetch(`/api/my/rigs/AB1/visits/${crypto.randomUUID()}/412873/photos.zip`, { as: 'june' }),
    upload: async () => app.fetch('/api/company/image', { as: 'dana', method: 'PUT', body: await photoOf() }),
    'upload-piece': async () =>
      app.fetch(`/api/tickets/${await app.createTicket()}/jobs/1/photos/${crypto.randomUUID()}?size=1`, {
        as: 'dana',
        method: 'PATCH',
        headers: { 'Content-Type': 'application/octet-stream', 'Upload-Offset': '0' },
        body: 'x',
      }),
    'process-images': async () =>
      app.fetch('/api/company/image', { as: 'dana', method: 'PUT', body: await photoOf() }),
  }

  /** By its example: as a visitor, if one may ask or has a link. */
  async function askBy(name: ProcedureName): Promise<() => Promise<Response>> {
    const { method, path } = PROCEDURES[name]['~orpc'].route
    const { outcomes = [], insider = 'dana' } = EXAMPLES[name] ?? {}
    const isOpen = outcomes[0] === 'ok' || outcomes[0] === 'REFUSED'
    const address = `${method} ${path}`
    const next = await ENDPOINT_CASES[address]?.prepare(shop)
    const input = (await next?.()) ?? {}
    return () => send(app, address, input, isOpen ? {} : { as: insider })
  }

  const isProcedure = (action: string): action is ProcedureName => action in PROCEDURES
  const inTable = listLimitedActions()
  test('is asked here', () => {
    const others = inTable.filter(action => !isProcedure(action) || action in ASKED)
    expect([...Object.keys(ASKED), ...ELSEWHERE].sort()).toEqual(others.sort())
  })

  test.each(inTable.filter(action => !ELSEWHERE.includes(action)))(
    '%s is counted before it is done, and refused past its limit',
    async action => {
      const ask = ASKED[action] ?? (await askBy(action as ProcedureName))
      await sql`delete from rate_limit_counter`.execute(app.database)
      const first = await ask()
      await first.arrayBuffer()
      expect(first.status).not.toBe(429)
      const { rows } = await sql<{ count: number }>`select count from rate_limit_counter`.execute(
        app.database,
      )
      expect(rows.length, action).toBeGreaterThan(0)
      await setCounts(2 ** 40)
      const answer = await ask()
      expect(answer.status).toBe(429)
      expect(await answer.json()).toMatchObject({ code: 'TOO_MANY', retryAfterSeconds: expect.any(Number) })
    },
  )
})

test('no mailbox can be flooded with emails about an account', async () => {
  const email = 'full@mail.example'
  const statuses = await statusesOf(5, index =>
    post(
      '/my/signup',
      { email: index % 2 === 0 ? email : ` ${email.toUpperCase()}` },
      from(`198.51.100.${index}`),
    ),
  )
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  const { rows } = await sql`select email_id from email_outbox where recipient = ${email}`.execute(
    app.database,
  )
  expect(rows).toHaveLength(3)
})

test('password confirmations for two-factor share the limit of changing the password', async () => {
  const guess = () =>
    app.fetch('/api/auth/two-factor/enable', {
      as: 'rosa',
      method: 'POST',
      json: { password: 'wrong-password-9' },
    })
  const statuses = await statusesOf(12, guess)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
})

test('a correct code does not count against the shop, and a wrong one does', async () => {
  const headers = { cookie: await app.signIn('wyatt@lonestar.example') }
  const begun = await post('/auth/two-factor/enable', { password: PASSWORD }, headers)
  const { totpURI } = (await begun.json()) as { totpURI: string }
  const key = new URL(totpURI).searchParams.get('secret') ?? ''
  const counted = async (code: string) => {
    await sql`delete from rate_limit_counter`.execute(app.database)
    await post('/auth/two-factor/verify-totp', { code }, headers)
    return (await sql`select count from rate_limit_counter where count <> 0`.execute(app.database)).rows
  }
  expect(await counted('12')).toEqual([{ count: 1 }])
  expect(await counted(totpCode(key))).toEqual([])
})

describe('an upload', () => {
  const put = (body: BodyInit, headers: Headers = {}) =>
    app.fetch('/api/company/image', {
      as: 'dana',
      method: 'PUT',
      body,
      headers,
      duplex: 'half',
    } as Parameters<TestApp['fetch']>[1])
  const highestCount = async () => {
    const { rows } = await sql<{ count: number }>`select max(count) as count from rate_limit_counter`.execute(
      app.database,
    )
    return rows[0]?.count ?? 0
  }

  test('also counts by its bytes, declared or not', async () => {
    await put(await photoOf())
    expect(await highestCount()).toBeGreaterThan(100)
    expect(await highestCount()).toBeLessThan(10_000)
    const unsaid = new Response('no form').body as ReadableStream
    await put(unsaid, { 'content-type': 'multipart/form-data; boundary=x' })
    expect(await highestCount()).toBeGreaterThan(20_000_000)
  })

  test('also counts by its pixels, of which a small file can have many', async () => {
    expect((await put(await photoOf(2000))).status).toBe(200)
    expect(await highestCount()).toBe(4_000_000)
  })
})

describe('the emails that a company causes', () => {
  const TOO_MANY =
    'Not emailed: your company reached today’s email limit. Call the customer, or send them the link.'
  const countEmails = async () =>
    (await app.database.selectFrom('emailOutbox').select('emailId').execute()).length
  const ticketOf = async (email: string) => {
    const customerDetails = { ...june.customerDetails, email }
    const jobs = [{ problem: 'Awning', estimatedTime: 1 }]
    return (await app.as('dana').tickets.create({ ...june, customerDetails, jobs })).ticketId
  }
  const freshEmail = () => `${crypto.randomUUID()}@mail.example`

  test('are twelve a day to one customer, for all subjects and tickets', async () => {
    const email = freshEmail()
    const [one, other] = [await ticketOf(email), await ticketOf(email)]
    const desk = app.as('dana')
    for (let count = 1; count <= 6; count += 1) {
      await desk.customerLinks.email({ ticketId: one })
      await desk.customerLinks.email({ ticketId: other })
    }
    const before = await countEmails()
    expect(await errorOf(desk.customerLinks.email({ ticketId: one }))).toMatchObject({
      code: 'TOO_MANY',
      message: TOO_MANY,
      retryAfterSeconds: 24 * 60 * 60,
    })
    // The command itself succeeded; the desk sees that no email was sent.
    expect(await desk.onHold.set({ ticketId: one, reason: 'part' })).toEqual({
      done: true,
      email: 'too-many',
    })
    expect(await desk.approvals.request({ ticketId: other, jobNumbers: [1] })).toMatchObject({
      email: 'too-many',
    })
    expect(await desk.tickets.finalize({ ticketId: one })).toEqual({
      ticketId: one,
      state: 'completed',
      email: 'too-many',
    })
    expect(await countEmails()).toBe(before)
    // Other customers still get emails, and another company may email the same mailbox.
    expect((await desk.customerLinks.email({ ticketId: await ticketOf(freshEmail()) })).email).toBe('no-mail')
    const customerDetails = { ...june.customerDetails, email }
    const { ticketId } = await app.as('ray').tickets.create({ ...june, customerDetails, jobs: [] })
    expect((await app.as('ray').customerLinks.email({ ticketId })).email).toBe('no-mail')
  })

  test('are three hundred a day to all customers, not counting booking confirmations', async () => {
    const ticketId = await ticketOf(freshEmail())
    await app.as('dana').customerLinks.email({ ticketId })
    await setCounts(300)
    const other = await ticketOf(freshEmail())
    await sql`delete from rate_limit_counter where until < ${new Date(app.now.getTime() + 2 * 60 * 60_000)}`.execute(
      app.database,
    )
    expect((await errorOf(app.as('dana').customerLinks.email({ ticketId: other }))).message).toBe(TOO_MANY)
    const request = bookingInputOf(app.now)
    const customerDetails = { ...request.customerDetails, email: freshEmail() }
    const booked = await sendBooking(app, toFormData({ ...request, customerDetails }))
    expect(booked.status).toBe(201)
    const { ticketId: booking } = (await booked.json()) as { ticketId: number }
    expect(await app.as('dana').tickets.accept({ ticketId: booking })).toMatchObject({
      state: 'pending',
      email: 'too-many',
    })
  })

  test('are not counted if their command failed', async () => {
    const ticketId = await ticketOf(freshEmail())
    await errorOf(app.as('dana').approvals.request({ ticketId, jobNumbers: [9] }))
    const { rows } = await sql`select key from rate_limit_counter where count > 0
      and until > ${new Date(app.now.getTime() + 2 * 60 * 60_000)}`.execute(app.database)
    expect(rows).toEqual([])
  })
})

describe('rate-limit counts', () => {
  test('are shared by all servers', async () => {
    const connection = await freshDatabase()
    const servers = [
      await createTestApp({ connection, rateLimits: true }),
      await createTestApp({ connection, rateLimits: true }),
    ]
    const statuses = await statusesOf(12, index => signIn(dana, 'wrong-password-9', {}, servers[index % 2]))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    for (const server of servers) await server.close()
  })

  test('miss none of many concurrent attempts', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 24 }, () => signIn(dana, 'wrong-password-9').then(({ status }) => status)),
    )
    expect(statuses.filter(status => status === 401)).toHaveLength(10)
  })

  test('contain no email, VIN, address or account', async () => {
    await signIn(dana, 'wrong-password-9', from('203.0.113.77'))
    await app.fetch(`/api/work-history/${vin}`, { headers: from('203.0.113.77') })
    await app.fetch('/api/rigs?starts=1UJ', { as: 'walt' })
    const { rows } = await sql<{ key: string }>`select key from rate_limit_counter`.execute(app.database)
    expect(rows.length).toBeGreaterThan(4)
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/)
  })

  test('are deleted when they expire', async () => {
    await signIn(dana, 'wrong-password-9')
    // The emails that would be due by then are counted, too.
    await sql`delete from owner_notice`.execute(app.database)
    await sql`update ticket_message set email_due_at = null`.execute(app.database)
    const later = await createTestApp({
      connection: app.connection,
      rateLimits: true,
      now: () => new Date(app.now.getTime() + 60 * 60_000),
    })
    await expect
      .poll(async () => (await sql`select key from rate_limit_counter`.execute(app.database)).rows, {
        timeout: 10_000,
      })
      .toEqual([])
    await later.close()
  })

  test('are not stored when limits are off', async () => {
    const open = await createTestApp({ connection: app.connection })
    await statusesOf(3, () => signIn(dana, 'wrong-password-9', {}, open))
    await open.fetch('/api/companies')
    expect((await sql`select key from rate_limit_counter`.execute(app.database)).rows).toEqual([])
    await open.close()
  })
})

describe('everyday commands', () => {
  test('are not counted: a ticket needs no extra round trip', async () => {
    const ticketId = await app.createTicket('rosa')
    await sql`delete from rate_limit_counter`.execute(app.database)
    const desk = app.as('dana').tickets
    await desk.board()
    await desk.list({})
    await desk.get({ ticketId })
    await desk.changeJob({ ticketId, jobNumber: 1, cause: 'Sealant cracked' })
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    expect((await sql`select key from rate_limit_counter`.execute(app.database)).rows).toEqual([])
  })
})

describe('unavailable counts', () => {
  let broken: TestApp
  beforeAll(async () => {
    broken = await createTestApp({ rateLimits: true })
    for (const as of ['dana', 'sam'] as const) await broken.as(as).me()
    await sql`drop table rate_limit_counter`.execute(broken.database)
  })
  afterAll(() => broken.close())

  test('stop every guess, even with the correct password', async () => {
    for (const ask of [
      () => signIn(dana, PASSWORD, {}, broken),
      () => post('/auth/request-password-reset', { email: dana }, {}, broken),
      () => post('/companies', company(), {}, broken),
      () => broken.fetch(`/api/work-history/${vin}`),
      () => broken.fetch('/api/companies'),
      () => broken.fetch(`/api/vin/${vin}`),
    ]) {
      const answer = await ask()
      expect(answer.status).toBeGreaterThanOrEqual(500)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    const json = { currentPassword: PASSWORD, newPassword: 'gravel-and-pine-7' }
    const changed = await broken.fetch('/api/auth/change-password', { as: 'sam', method: 'POST', json })
    expect(changed.status).toBeGreaterThanOrEqual(500)
  })

  test('stop no logged-in user, and are logged', async () => {
    broken.loggedErrors.splice(0)
    const desk = broken.as('dana')
    const ticketId = await broken.createTicket()
    expect((await desk.tickets.list({ q: 'roof' })).cards).toHaveLength(1)
    expect((await desk.rigs.get({ vin })).vin).toBe(vin)
    expect((await desk.companies.list({})).companies).toHaveLength(2)
    expect((await desk.tickets.get({ ticketId })).ticketId).toBe(ticketId)
    expect(await desk.customerLinks.email({ ticketId })).toMatchObject({ done: true })
    expect(broken.loggedErrors.map(({ message }) => message)).toContain(
      'Rate limit for tickets.search failed; signed-in users are let through.',
    )
  })
})

describe('booking', () => {
  const book = (email: string, address: string) => {
    const input = bookingInputOf(app.now)
    const customerDetails = { ...input.customerDetails, email }
    return sendBooking(app, toFormData({ ...input, customerDetails }), { headers: from(address) })
  }

  test('from one address is limited to six an hour, for any email', async () => {
    const statuses = await statusesOf(7, () => book(`${crypto.randomUUID()}@mail.example`, '198.51.100.5'))
    expect(statuses).toEqual([...Array.from({ length: 6 }, () => 201), 429])
  })

  test('with errors does not count, so that it can be corrected', async () => {
    const wrong = { ...bookingInputOf(app.now), problem: '' }
    const headers = from('198.51.100.6')
    const statuses = await statusesOf(8, () => sendBooking(app, toFormData(wrong), { headers }))
    expect(statuses).toEqual(Array.from({ length: 8 }, () => 400))
    expect((await book(`${crypto.randomUUID()}@mail.example`, '198.51.100.6')).status).toBe(201)
  })

  test('under one email is limited to five a day, from any address', async () => {
    const email = `${crypto.randomUUID()}@mail.example`
    const statuses = await statusesOf(6, index => book(email, `198.51.100.${index}`))
    expect(statuses).toEqual([201, 409, 409, 409, 409, 429])
  })
})

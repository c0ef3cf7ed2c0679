import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { version } from '#contract/version.ts'
import { typedCents } from '#domain/lib/typed-money.ts'
import { june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, RPC_HEADERS, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let ticketId: number
beforeAll(async () => {
  app = await createTestApp()
  ticketId = await app.createTicket('rosa')
})
afterAll(() => app.close())

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  app.fetch(path, {
    as: 'dana',
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
const tickets = async () => (await app.database.selectFrom('ticket').select('ticketId').execute()).length

/** Sends a request exactly as written, without fetch's normalization. */
function raw(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      app.url,
      { path, method, headers: { ...RPC_HEADERS, ...headers }, agent: false },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', chunk => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('every error has one format', () => {
  test.each([
    ['not signed in', 401, 'UNAUTHORIZED', () => app.fetch('/api/tickets')],
    ['not allowed', 403, 'FORBIDDEN', () => app.fetch('/api/employees', { as: 'rosa' })],
    ['not yours', 404, 'NOT_FOUND', () => app.fetch(`/api/tickets/${ticketId}`, { as: 'ray' })],
    ['no such path', 404, 'NOT_FOUND', () => app.fetch('/api/nothing/here', { as: 'dana' })],
    ['no such method', 405, 'METHOD_NOT_ALLOWED', () => app.fetch('/api/companies', { method: 'DELETE' })],
    ['a bad id', 400, 'INVALID', () => app.fetch('/api/tickets/12', { as: 'dana' })],
    ['NUL in a path', 400, 'INVALID', () => app.fetch('/api/work-history/%00')],
    [
      'not now',
      409,
      'REFUSED',
      () => app.fetch(`/api/tickets/${ticketId}/approve`, { as: 'dana', method: 'POST' }),
    ],
  ] as const)('%s: %d %s', async (_, status, code, ask) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    const body = (await answer.json()) as Record<string, unknown>
    expect(body).toMatchObject({ code, message: expect.stringMatching(/^[A-Z].*\.$/), requestId: UUID })
    expect(body.requestId).toBe(answer.headers.get('x-request-id'))
    const extra = code === 'INVALID' ? ['fields'] : code === 'REFUSED' ? ['obstacles'] : []
    expect(Object.keys(body).sort()).toEqual(['code', 'message', 'requestId', ...extra].sort())
  })

  test('fields and blockers are what the user needs to see', async () => {
    const invalid = await app.fetch('/api/tickets/12', { as: 'dana' })
    expect(await invalid.json()).toMatchObject({ fields: { ticketId: 'A ticket id has six digits.' } })
    const refused = await app.fetch(`/api/tickets/${ticketId}/approve`, { as: 'dana', method: 'POST' })
    const message = 'This ticket is not waiting for approval.'
    expect(await refused.json()).toMatchObject({ message, obstacles: [{ code: 'ticket.not-yet', message }] })
  })
})

describe('an address with another method', () => {
  test.each([
    ['PUT', '/api/tickets', 'HEAD, GET, POST'],
    ['POST', '/api/tickets/412873', 'HEAD, GET, PATCH'],
    ['POST', '/api/company/image', 'PUT, DELETE'],
    ['GET', '/api/auth/sign-in/email', 'POST'],
    ['POST', '/api/auth/passkey/generate-register-options', 'HEAD, GET'],
    ['POST', '/api/health', 'HEAD, GET'],
    ['DELETE', '/api/openapi.json', 'HEAD, GET'],
  ])('is 405 for %s %s, which takes %s', async (method, path, allowed) => {
    const answer = await app.fetch(path, { method, as: 'dana' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed])
    expect(await answer.json()).toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
      message: `This address takes ${allowed}.`,
      requestId: UUID,
    })
  })

  test('is 405 over RPC, where a command takes no GET', async () => {
    const answer = await app.fetch('/rpc/tickets/create?data={}', { as: 'dana' })
    expect([answer.status, await answer.json()]).toMatchObject([
      405,
      { json: { code: 'METHOD_NOT_ALLOWED', data: { requestId: UUID } } },
    ])
  })

  test('answers HEAD as GET, without a body', async () => {
    const [head, get] = [
      await app.fetch('/api/companies', { method: 'HEAD' }),
      await app.fetch('/api/companies'),
    ]
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
  })
})

describe('an unknown field is refused by its name', () => {
  const unknown = (name: string) => `There is no field “${name}”.`
  const CASES: readonly [string, string, () => Promise<Response>][] = [
    ['in a body', 'nick', () => post('/api/tickets', JSON.stringify({ nick: 1 }))],
    [
      'deep in a body',
      'customerDetails.nick',
      () => post('/api/tickets', JSON.stringify({ customerDetails: { nick: 1 } })),
    ],
    ['in a list', 'jobs.0.nick', () => post('/api/tickets', JSON.stringify({ jobs: [{ nick: 1 }] }))],
    ['over RPC', 'nick', () => post('/rpc/tickets/create', JSON.stringify({ json: { nick: 1 } }))],
    ['in a query', 'limt', () => app.fetch('/api/tickets?limt=5', { as: 'dana' })],
    ['where nothing is taken', 'nick', () => app.fetch('/api/me?nick=1')],
    ['at sign-in', 'nick', () => post('/api/auth/sign-in/email', JSON.stringify({ nick: 1 }))],
  ]
  test.each(CASES)('%s (%s)', async (_, field, ask) => {
    const answer = await ask()
    const sentence = unknown(field.split('.').at(-1) ?? '')
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(`"${field}":"${sentence}"`)
  })

  test.each([
    ['a text field', 'nick', (form: FormData) => form.set('nick', '1')],
    ['a file', 'picture', (form: FormData) => form.set('picture', new File(['x'], 'x.png'))],
  ])('in a form: %s', async (_, field, add) => {
    const body = new FormData()
    add(body)
    const answer = await app.fetch(`/api/tickets/${ticketId}/jobs/1/photos`, {
      as: 'dana',
      method: 'POST',
      body,
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { fields: { [field]: unknown(field) } }])
  })

  test('and one of the wrong type by that type, in sign-in as elsewhere', async () => {
    const fieldsOf = async (answer: Response) => ((await answer.json()) as { fields: object }).fields
    expect(
      await fieldsOf(await post('/api/auth/sign-in/email', JSON.stringify({ email: 7, password: true }))),
    ).toEqual({ email: 'Enter text.', password: 'Enter text.' })
    const job = JSON.stringify({ problem: 7, estimatedTime: 'long', estimate: 'yes' })
    expect(await fieldsOf(await post(`/api/tickets/${ticketId}/jobs`, job))).toEqual({
      problem: 'Enter text.',
      estimatedTime: 'Enter a number.',
      estimate: 'Enter true or false.',
    })
  })
})

describe('an unreadable request is INVALID and does nothing', () => {
  test.each(['{', '{"quantity": 01}', '[1,', 'quantity=1', '\ufeff{}x', ''])(
    'with %j as a body',
    async body => {
      const before = await tickets()
      const answer = await post('/api/tickets', body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 'INVALID', requestId: UUID })
      expect(await tickets()).toBe(before)
    },
  )

  test.each(['null', '1', '"text"', '[]', '[[]]', '{"customerDetails":[],"customerRV":7,"jobs":{}}'])(
    'with %s as a ticket id',
    async body => {
      const before = await tickets()
      const answer = await post('/api/tickets', body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 'INVALID' })
      expect(await tickets()).toBe(before)
    },
  )

  test.each(['{', 'null', '{"json":1}', '{"meta":[[99,"x"]],"json":{}}', '{"json":{},"maps":[["a"]]}'])(
    'with %s over RPC',
    async body => {
      const answer = await post('/rpc/tickets/create', body)
      expect(answer.status).toBe(400)
      expect(await answer.text()).toMatch(/"code":"INVALID"/)
    },
  )

  test.each([
    '/api/tickets/%',
    '/api/tickets/%E0%A4%A',
    '/api/tickets/..%2f..%2fetc',
    '/rpc/%FF',
    '/api/work-history/%',
  ])('with the path %s', async path => {
    const { status, text } = await raw(path, { cookie: '' })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    const body = JSON.parse(text)
    expect(body.json ?? body).toMatchObject({
      code: expect.stringMatching(/^(INVALID|NOT_FOUND|UNAUTHORIZED)$/),
    })
  })

  test('with a body over a megabyte, declared or streamed', async () => {
    const declared = await raw('/api/companies', { 'content-length': '11000000' }, 'POST')
    const streamed = await raw(
      '/api/companies',
      { 'transfer-encoding': 'chunked' },
      'POST',
      'x'.repeat(1_100_000),
    )
    for (const { status, text } of [declared, streamed]) {
      expect(status).toBe(413)
      expect(JSON.parse(text)).toMatchObject({
        message: 'This is more than one request may carry.',
        requestId: UUID,
      })
    }
    const { companies } = await app.as('visitor').companies.list({})
    expect(companies).toHaveLength(2)
  })
})

describe('a request from another site', () => {
  const SITES = ['https://evil.example', 'null', 'http://127.0.0.1:1', 'https://127.0.0.1.evil.example']

  test.each(SITES)("(%s) cannot use this browser's session", async origin => {
    const before = await tickets()
    for (const path of ['/api/tickets', '/rpc/tickets/create', '/api/auth/sign-out']) {
      const answer = await post(path, JSON.stringify({ ...june, jobs: [] }), { origin })
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain('another site')
    }
    expect(await tickets()).toBe(before)
    expect(await app.as('dana').me()).toMatchObject({ kind: 'owner' })
  })

  test("is told apart from one of this server's pages", async () => {
    const answer = await post('/api/tickets', JSON.stringify({ ...june, jobs: [] }), { origin: app.url })
    expect(answer.status).toBe(201)
  })

  test('gets no permission to read either', async () => {
    const answer = await app.fetch('/api/companies', { headers: { origin: 'https://evil.example' } })
    expect([...answer.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
  })
})

describe('on an unexpected error', () => {
  test('the response is one sentence with the id that is in the log, without the cause', async () => {
    await sql`alter table ticket rename column make to fabricator`.execute(app.database)
    const both = [
      await app.fetch('/api/tickets', { as: 'dana', method: 'POST', json: { ...june, jobs: [] } }),
      await post('/rpc/tickets/create', JSON.stringify({ json: { ...june, jobs: [] } })),
    ]
    await sql`alter table ticket rename column fabricator to make`.execute(app.database)
    const logged = app.loggedErrors.splice(0)
    for (const [index, answer] of both.entries()) {
      const text = await answer.text()
      const id = answer.headers.get('x-request-id')
      expect(answer.status).toBe(500)
      expect(text).toContain(
        `Something failed on our side and nothing was changed. If it stays, tell us ${id}.`,
      )
      expect(text).not.toMatch(/fabricator|column|select|at .*\.ts|node_modules|stack/i)
      expect(logged[index]?.message).toContain(id)
      expect(logged[index]?.fields).toMatchObject({ actor: app.ids.dana })
      expect(String(logged[index]?.error)).toContain('make')
    }
  })

  test('this file logged no other errors', () => {
    expect(app.loggedErrors).toEqual([])
  })
})

describe('the health check', () => {
  test('is 200 while the server can serve', async () => {
    const answer = await app.fetch('/api/health')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ok: true, version })
  })

  test('fails when the database is gone', async () => {
    const doomed = await createTestApp()
    await sql`drop table directory_version cascade`.execute(doomed.database)
    const answer = await doomed.fetch('/api/health')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({ ok: false, version, database: 'away' })
    await doomed.close()
  })
})

describe('every response', () => {
  test('is uncached, unframeable, and allows no foreign scripts', async () => {
    for (const path of ['/api/companies', '/api/health', '/api/nothing', '/api/docs']) {
      const { headers } = await app.fetch(path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/script-src[^;]*'unsafe/)
    }
  })

  test('has money in dollars, times in UTC and ids as numbers over REST', async () => {
    const answer = await app.fetch(`/api/tickets/${ticketId}`, { as: 'dana' })
    expect(await answer.json()).toMatchObject({
      ticketId,
      activeTimestamp: '2025-11-20T19:00:00.000Z',
      totals: { laborRate: 145, totalLaborBalance: 181.25, totalBalance: 181.25 },
    })
  })

  test('is in cents over RPC', async () => {
    const post = { method: 'POST', json: { json: { ticketId } } }
    const answer = await app.fetch('/rpc/tickets/get', { as: 'dana', ...post })
    expect(await answer.json()).toMatchObject({
      json: { totals: { laborRate: 145_00, totalLaborBalance: 181_25, totalBalance: 181_25 } },
    })
  })

  test('keeps a price between cents for its sentence, over both', async () => {
    const part = { quantity: 1, description: 'Seal' }
    const post = async (path: string, json: object) => {
      const answer = await app.fetch(path, { as: 'dana', method: 'POST', json })
      const body = (await answer.json()) as { json?: object }
      return body.json ?? body
    }
    const path = `/api/tickets/${ticketId}/parts`
    const refused = (sentence: string) => ({ code: 'INVALID', data: { fields: { perPartAmount: sentence } } })
    for (const [dollars, sentence] of [
      [12.345, 'Use no more than 2 decimal places.'],
      [0, 'Enter a number greater than 0.'],
      [1_000_000.01, 'Enter at most 1,000,000.'],
    ] as const) {
      const rest = await post(path, { ...part, perPartAmount: dollars })
      expect(rest).toMatchObject({ code: 'INVALID', fields: { perPartAmount: sentence } })
      const json = { ticketId, ...part, perPartAmount: typedCents(dollars) }
      expect(await post('/rpc/tickets/addPart', { json })).toMatchObject(refused(sentence))
    }
    const rest = await post(path, { ...part, perPartAmount: 'ten' })
    expect(rest).toMatchObject({ code: 'INVALID', fields: { perPartAmount: 'Enter a number.' } })
  })

  test('is given to no page of an earlier version, which takes the server for away and keeps what it has', async () => {
    const json = { json: { ticketId, quantity: 1, description: 'Old price', perPartAmount: 45 } }
    for (const version of ['', '1']) {
      const headers = { 'rpc-version': version }
      const answer = await app.fetch('/rpc/tickets/addPart', { as: 'dana', method: 'POST', headers, json })
      expect([answer.status, await answer.json()]).toEqual([503, {}])
    }
    const { parts } = await app.as('dana').tickets.get({ ticketId })
    expect(parts.map(({ description }) => description)).not.toContain('Old price')
  })

  test('is the same for a script with a bearer token as for a browser', async () => {
    const signedIn = await app.fetch('/api/auth/sign-in/email', {
      method: 'POST',
      json: { email: 'rosa@bluebonnet.example', password: PASSWORD },
    })
    const { token } = (await signedIn.json()) as { token: string }
    const me = await app.fetch('/api/me', { headers: { authorization: `Bearer ${token}` } })
    expect(await me.json()).toMatchObject({ kind: 'employee', name: 'Rosa Díaz' })
  })

  test.each(['/api/me', '/api/companies', '/api/tickets', '/api/live', '/rpc/me'])(
    'is 401 at %s for a token that opens no session',
    async path => {
      for (const authorization of [`Bearer ${randomUUID()}`, 'Bearer a.b', 'Bearer', randomUUID()])
        expect((await app.fetch(path, { headers: { authorization } })).status, authorization).toBe(401)
    },
  )

  test('ignores the password of a proxy', async () => {
    const me = await app.fetch('/api/me', { headers: { authorization: 'Basic c2hvcDpzaG9w' } })
    expect(await me.json()).toEqual({ kind: 'visitor' })
  })
})

import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { exceedsJsonLimits } from './body-parser.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const tickets = async () => (await app.database.selectFrom('ticket').select('ticketId').execute()).length
const ticket = (more: object = {}) => ({ ...june, jobs: [], ...more })

const send = (
  path: string,
  body: BodyInit,
  kind: string | null = 'application/json',
  as: 'dana' | 'visitor' = 'dana',
) => app.fetch(path, { as, method: 'POST', body, headers: kind === null ? {} : { 'content-type': kind } })
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** The responses to a body of `create` over REST and RPC, after checking that nothing was created. */
async function refused(body: (input: string) => BodyInit, kind?: string | null) {
  const before = await tickets()
  const refusals: { status: number; code: string; message: string }[] = []
  for (const path of ['/api/tickets', '/rpc/tickets/create']) {
    const answer = await send(path, body(path.startsWith('/rpc') ? 'json' : 'notes'), kind)
    const json = (await answer.json()) as { json?: { code: string; message: string } }
    const { code, message } = json.json ?? (json as { code: string; message: string })
    refusals.push({ status: answer.status, code, message })
  }
  expect(await tickets()).toBe(before)
  expect(refusals[0]).toEqual(refusals[1])
  return refusals[0]
}

describe('a request body', () => {
  test('over a megabyte is 413, with a message', async () => {
    expect(await refused(name => JSON.stringify({ [name]: 'x'.repeat(1_000_001) }))).toEqual({
      status: 413,
      code: 'INVALID',
      message: 'This is more than one request may carry.',
    })
  })

  test('nested more than 32 deep is INVALID before any procedure', async () => {
    const message = 'The request is nested too deeply or has too many values.'
    for (const depth of [33, 100_000])
      expect(await refused(name => `{"${name}":${nested(depth)}}`)).toEqual({
        status: 400,
        code: 'INVALID',
        message,
      })
  })

  test('with too many keys is INVALID before any procedure', async () => {
    const keys = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`k${index}`, 0]))
    expect(await refused(name => JSON.stringify({ [name]: keys }))).toMatchObject({
      status: 400,
      code: 'INVALID',
    })
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
    null,
  ])('sent as %j is refused', async kind => {
    const text = JSON.stringify({ ...ticket(), json: ticket() })
    // Without a content type, fetch would add one for a string.
    expect(await refused(() => new TextEncoder().encode(text), kind)).toEqual({
      status: 415,
      code: 'INVALID',
      message: 'Send this as application/json.',
    })
  })

  test.each([
    ['is no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['is packed', gzipSync(JSON.stringify(ticket()))],
    ['ends too early', '{"jobs":['],
  ])('that %s is INVALID', async (_, body) => {
    expect(await refused(() => body)).toMatchObject({ status: 400, code: 'INVALID' })
  })

  test('is checked only after permissions', async () => {
    const large = JSON.stringify({ x: 'x'.repeat(1_000_001) })
    for (const [body, kind] of [
      [large, 'application/json'],
      [nested(50), 'application/json'],
      ['{', 'application/json'],
      ['x=1', 'text/plain'],
    ] as const)
      expect((await send('/api/tickets', body, kind, 'visitor')).status).toBe(401)
    expect((await send('/api/nothing', '{', 'application/json', 'visitor')).status).toBe(404)
  })

  test('with __proto__ and constructor changes nothing else', async () => {
    const nasty = '"__proto__":{"polluted":1,"isAdmin":true},"constructor":{"prototype":{"polluted":1}}'
    const whole = JSON.stringify(ticket()).slice(0, -1)
    const over = [
      await send('/api/tickets', `${whole},${nasty}}`),
      await send('/rpc/tickets/create', `{"json":${whole},${nasty}},"meta":[]}`),
      await send('/rpc/tickets/create', `{"json":${whole}},"meta":[[2,"__proto__","polluted"]]}`),
      await send('/rpc/tickets/create', `{"json":${whole}},"meta":[[1,"constructor","prototype","x"]]}`),
      await app.fetch('/api/tickets?__proto__[polluted]=1&constructor[prototype][polluted]=1', {
        as: 'dana',
      }),
    ]
    for (const { status } of over) expect([200, 201, 400]).toContain(status)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test.each(['\0', '\ud800', 'x\udfff'])('with %j in a text is INVALID beside the field', async sign => {
    const { customerDetails } = june
    const answer = await app.fetch('/api/tickets', {
      as: 'dana',
      method: 'POST',
      json: ticket({ customerDetails: { ...customerDetails, firstName: `June${sign}` } }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      fields: { 'customerDetails.firstName': 'Remove the unsupported character.' },
    })
  })
})

describe('a query string', () => {
  test('nested more than 32 deep by brackets is INVALID', async () => {
    const answer = await app.fetch(`/api/tickets?q${'[a]'.repeat(40)}=1`, { as: 'dana' })
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'INVALID' }])
  })

  test('with JSON nested too deep for RPC is INVALID', async () => {
    const data = encodeURIComponent(`{"json":${nested(40)}}`)
    expect((await app.fetch(`/rpc/companies/list?data=${data}`)).status).toBe(400)
  })
})

test.each([
  [nested(32), false],
  [nested(33), true],
  [`"${'['.repeat(99)}"`, false],
  [`"\\"${'['.repeat(99)}"`, false],
  [`"\\\\"${nested(33)}`, true],
  [`[${'1,'.repeat(20_001)}1]`, true],
  [`"${','.repeat(20_001)}"`, false],
])('the check for excessive size looks at the structure, not at texts', (text, expected) => {
  expect(exceedsJsonLimits(text)).toBe(expected)
})

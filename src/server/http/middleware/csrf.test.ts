import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROCEDURES, ROUTES } from '#contract/index.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let ticketId: number
beforeAll(async () => {
  app = await createTestApp()
  ticketId = await app.createTicket('rosa')
  await app.as('dana').me()
})
afterAll(() => app.close())

type Address = { readonly method: string; readonly path: string; readonly rpc: string | null }

const inContract: readonly Address[] = [
  ...Object.entries(PROCEDURES).map(([name, procedure]) => {
    const { method = 'POST', path = '' } = procedure['~orpc'].route
    return { method, path: `/api${path}`, rpc: `/rpc/${name.replace('.', '/')}` }
  }),
  ...Object.values(ROUTES).map(({ method, path }) => ({ method, path: `/api${path}`, rpc: null })),
]

const beside = (method: string, ...paths: string[]): Address[] =>
  paths.map(path => ({ method, path: `/api${path}`, rpc: null }))

/** Every endpoint that is not read-only. */
const CHANGING: readonly Address[] = [
  ...inContract.filter(({ method }) => method !== 'GET'),
  ...beside('POST', '/auth/sign-in/email', '/auth/sign-out', '/auth/request-password-reset'),
  ...beside('POST', '/auth/reset-password', '/auth/change-password'),
  ...beside('POST', '/auth/two-factor/enable', '/auth/two-factor/disable', '/auth/two-factor/verify-totp'),
  ...beside('POST', '/auth/two-factor/verify-backup-code', '/auth/two-factor/generate-backup-codes'),
  ...beside('POST', '/auth/passkey/verify-registration', '/auth/passkey/verify-authentication'),
  ...beside('POST', '/auth/passkey/delete-passkey'),
]

const IDS: Readonly<Record<string, () => string>> = {
  ticketId: () => String(ticketId),
  jobNumber: () => '1',
  id: () => app.ids.sam,
}
const filled = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name) => IDS[name]?.() ?? '0b6f4b7e-6f0a-4d0e-9d4c-3f6a5c1d2e3f')

/** Enough input for most commands: the contract drops other fields. */
const TICKET_REQUEST = {
  ...june,
  jobs: [],
  companyName: 'Taken over',
  firstName: 'Taken',
  problem: 'Rust',
  description: 'x',
  quantity: 1,
  email: 'rosa@bluebonnet.example',
  employeeId: '',
  cause: 'x',
}

const SITES: readonly [string, Record<string, string>][] = [
  ['with its name', { origin: 'https://evil.example' }],
  ['with its name, over http', { origin: 'http://127.0.0.1:1' }],
  ['without a name', { origin: 'null' }],
  ['that hides its name', { 'sec-fetch-site': 'cross-site' }],
  ['of a neighbour that hides its name', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }],
]

test('all endpoints that change something are listed here', async () => {
  const document = (await (await app.fetch('/api/openapi.json')).json()) as {
    paths: Record<string, object>
  }
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} /api${path}`),
  )
  const listed = new Set(CHANGING.map(({ method, path }) => `${method} ${path}`))
  expect(documented.filter(address => !address.startsWith('GET ') && !listed.has(address))).toEqual([])
})

describe.each(SITES)('a request from another site, %s,', (_, headers) => {
  test('changes nothing at any endpoint with this browser’s session', async () => {
    const before = await dumpDatabase(app.database)
    for (const { method, path, rpc } of CHANGING) {
      const asked = [
        await app.fetch(filled(path), { as: 'dana', method, headers, json: TICKET_REQUEST }),
        ...(rpc === null
          ? []
          : [await app.fetch(rpc, { as: 'dana', method: 'POST', headers, json: { json: TICKET_REQUEST } })]),
      ]
      for (const answer of asked) {
        expect(answer.status, `${method} ${path}`).toBe(403)
        expect(await answer.text()).toContain('another site')
      }
    }
    expect(await dumpDatabase(app.database)).toBe(before)
    expect(await app.as('dana').me()).toMatchObject({ kind: 'owner' })
  })
})

test('our own pages may change things, and so may a script that is not a browser', async () => {
  for (const headers of [
    { origin: app.url },
    { origin: app.url, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    {},
  ] as Record<string, string>[]) {
    const json = { ...june, jobs: [] }
    expect((await app.fetch('/api/tickets', { as: 'dana', method: 'POST', json, headers })).status).toBe(201)
  }
})

test.each(['GET', 'HEAD'])('%s changes nothing at any endpoint', async method => {
  const before = await dumpDatabase(app.database)
  const data = encodeURIComponent(
    JSON.stringify({ json: { ...TICKET_REQUEST, ticketId, jobNumber: 1, id: app.ids.sam } }),
  )
  for (const { path, rpc } of CHANGING) {
    const asked = [
      `${filled(path)}?email=rosa@bluebonnet.example`,
      ...(rpc === null ? [] : [`${rpc}?data=${data}`]),
    ]
    for (const address of asked) {
      const { status, body } = await app.fetch(address, { as: 'dana', method })
      await body?.cancel()
      expect(status, `${method} ${address}`).toBeLessThan(500)
    }
  }
  expect(await dumpDatabase(app.database)).toBe(before)
  expect(await app.as('dana').me()).toMatchObject({ kind: 'owner' })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROCEDURES, ROUTES } from '#contract/index.ts'
import { proceduresTagged } from '#contract/procedure/procedure.ts'
import type { Actor } from '#domain/account/actor.ts'
import { may } from '#domain/account/permission.ts'
import { buildOpenApiDocument } from '#server/http/openapi/openapi-document.ts'
import { ruleOf } from '#server/rate-limits/rate-limits.ts'
import { createTestApp, type MemberName, type TestApp } from '../../../test/support/test-app.ts'

const document = await buildOpenApiDocument()

let app: TestApp
let ticketId: number
beforeAll(async () => {
  app = await createTestApp()
  ticketId = await app.createTicket('rosa')
})
afterAll(() => app.close())

/** Invalid bodies. All procedures have one pipeline, so each is asked with one of them, in each format. */
const GARBAGE = ['{', '[]', '7', '{"ticketId":"x","jobNumber":-1,"id":"\\u0000","starts":[],"jobs":7}']

async function ask(
  name: string,
  method: string,
  path: string,
  as: MemberName | 'visitor',
): Promise<number[]> {
  const addressWith = (idOf: (part: string) => string): string =>
    `/api${path.replace(/\{(\w+)\}/g, (_, part) => idOf(part))}`
  const good: Record<string, string> = { ticketId: String(ticketId), id: app.ids.sam }
  const addresses = [addressWith(() => 'x'.repeat(40)), addressWith(part => good[part] ?? '1')]
  const headers = { 'content-type': 'application/json' }
  const body = GARBAGE[Object.keys(PROCEDURES).indexOf(name) % GARBAGE.length] ?? ''
  const procedure = `/rpc/${name.replace('.', '/')}`
  const asked = [
    ...addresses.map(address =>
      method === 'GET'
        ? app.fetch(`${address}?q[]=1&limit=x&starts[a]=1`, { as })
        : app.fetch(address, { as, method, body, headers }),
    ),
    app.fetch(procedure, { as, method: 'POST', body, headers }),
    app.fetch(procedure, { as, method: 'POST', json: { json: 7 } }),
  ]
  const answers = await Promise.all(asked)
  return [...new Set(answers.map(({ status }) => status))]
}

test('a procedure without a permission or a rate limit does not compile', () => {
  const procedure = proceduresTagged('Server')
  // @ts-expect-error: the rate limit is missing.
  procedure({ permission: 'public' })
  // @ts-expect-error: the permission is missing.
  procedure({ rateLimit: 'none' })
  expect(procedure({ permission: 'public', rateLimit: 'none' })['~orpc'].meta.permission).toBe('public')
  // @ts-expect-error: it has no limit.
  expect(() => ruleOf('tickets.finalize')).toThrow('tickets.finalize has no rate limit.')
})

test('every procedure of the contract has its permission', () => {
  expect(Object.keys(PROCEDURES).length).toBeGreaterThan(190)
  for (const procedure of Object.values(PROCEDURES))
    expect(procedure['~orpc'].meta).toEqual({ permission: expect.anything(), rateLimit: expect.anything() })
})

describe('permissions are checked before input', () => {
  const PEOPLE: readonly [MemberName, Actor][] = [
    ['walt', { ...person(), isServiceWriter: true, isTechnician: false }],
    ['rosa', { ...person(), isServiceWriter: false, isTechnician: true }],
  ]
  function person() {
    return { kind: 'employee' as const, id: '', name: '', companyId: '' }
  }
  const needing = Object.entries(PROCEDURES).flatMap(([name, procedure]) => {
    const { meta, route } = procedure['~orpc']
    const { permission: right } = meta
    const { method = 'POST', path = '' } = route
    return right === 'public' || typeof right === 'object' ? [] : [{ name, method, path, right }]
  })

  test.each(needing.filter(({ right }) => !may({ kind: 'visitor' }, right)))(
    '$name asks a visitor to log in',
    async ({ name, method, path }) => expect(await ask(name, method, path, 'visitor')).toEqual([401]),
  )

  test.each(
    PEOPLE.flatMap(([as, actor]) =>
      needing.filter(({ right }) => !may(actor, right)).map(address => ({ ...address, as })),
    ),
  )('$name is forbidden for $as', async ({ name, method, path, as }) => {
    expect(await ask(name, method, path, as)).toEqual([403])
  })

  const routes = Object.entries(ROUTES).flatMap(([operationId, { method, path, permission: right }]) =>
    right === 'public' || typeof right === 'object' || may({ kind: 'visitor' }, right)
      ? []
      : [{ method, path: `/api${path.replaceAll(/\{\w+\}/g, 'x')}`, operationId, right }],
  )

  test('every route that needs a permission is in the document', () => {
    const declared = Object.values(document.paths ?? {}).flatMap((methods = {}) =>
      Object.values(methods).map(operation => (operation as { operationId: string }).operationId),
    )
    expect(declared).toEqual(expect.arrayContaining(Object.keys(ROUTES)))
  })

  test.each(routes)('$method $path asks a visitor to log in', async ({ method, path }) => {
    expect((await app.fetch(path, { method })).status).toBe(401)
  })

  // A stream asks everyone it is not for to log in.
  const answering = routes.filter(({ operationId }) => !operationId.startsWith('live'))
  test.each(
    PEOPLE.flatMap(([as, actor]) =>
      answering.filter(({ right }) => !may(actor, right)).map(route => ({ ...route, as })),
    ),
  )('$method $path is forbidden for $as', async ({ method, path, as }) => {
    expect((await app.fetch(path, { as, method })).status).toBe(403)
  })
})

test('an invalid request is refused without a database connection', async () => {
  // The whole pool: a request that needed a connection would wait forever.
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const taken: Promise<void>[] = []
  const held = Array.from(
    { length: 12 },
    () =>
      new Promise<void>(resolve => {
        taken.push(
          app.database.connection().execute(async () => {
            resolve()
            await released
          }),
        )
      }),
  )
  await Promise.all(held)
  expect(await ask('tickets.create', 'POST', '/tickets', 'visitor')).toEqual([401])
  expect(await ask('companies.register', 'POST', '/companies', 'visitor')).toEqual([400])
  release()
  await Promise.all(taken)
})

import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Actor } from '#domain/account/actor.ts'
import { may } from '#domain/account/permission.ts'
import { type Member, openWorld, type World } from '../../../test/support/test-app.ts'
import { RIGHTS } from './procedure-permissions.ts'

let world: World
let ticketId: number
beforeAll(async () => {
  world = await openWorld()
  ticketId = await world.ticket('rosa')
})
afterAll(() => world.close())

const addressesIn = (branch: object, names: readonly string[] = []): [string, string, string][] =>
  Object.entries(branch).flatMap(([name, below]): [string, string, string][] => {
    if (!isContractProcedure(below)) return addressesIn(below, [...names, name])
    const { method = 'POST', path = '' } = below['~orpc'].route
    return [[[...names, name].join('.'), method, path]]
  })
const ADDRESSES = addressesIn(contract)

/** What nobody could mean, each as far as its face takes it. */
const GARBAGE = ['{', '[]', '7', '{"ticketId":"x","jobNumber":-1,"id":"\\u0000","starts":[],"jobs":7}']

async function ask(name: string, method: string, path: string, as: Member | 'visitor'): Promise<number[]> {
  const [bad, good] = [
    'x'.repeat(40),
    { ticketId: String(ticketId), id: world.ids.sam } as Record<string, string>,
  ]
  const addresses = [bad, null].map(
    id => `/api${path.replace(/\{(\w+)\}/g, (_, part) => id ?? good[part] ?? '1')}`,
  )
  const headers = { 'content-type': 'application/json' }
  const asked = [
    ...addresses.flatMap(address =>
      method === 'GET'
        ? [world.fetch(`${address}?q[]=1&limit=x&starts[a]=1`, { as })]
        : GARBAGE.map(body => world.fetch(address, { as, method, body, headers })),
    ),
    ...GARBAGE.map(body =>
      world.fetch(`/rpc/${name.replace('.', '/')}`, { as, method: 'POST', body, headers }),
    ),
    world.fetch(`/rpc/${name.replace('.', '/')}`, { as, method: 'POST', json: { json: 7 } }),
  ]
  const answers = await Promise.all(asked)
  return [...new Set(answers.map(({ status }) => status))]
}

test('every name of the contract has the right that it needs', () => {
  expect(ADDRESSES.map(([name]) => name).sort()).toEqual(Object.keys(RIGHTS).sort())
})

describe('whoever may not ask is told so whatever they send', () => {
  const PEOPLE: readonly [Member, Actor][] = [
    ['walt', { ...person(), isServiceWriter: true, isTechnician: false }],
    ['rosa', { ...person(), isServiceWriter: false, isTechnician: true }],
  ]
  function person() {
    return { kind: 'employee' as const, id: '', name: '', companyId: '' }
  }
  const needing = ADDRESSES.flatMap(([name, method, path]) => {
    const right = RIGHTS[name as keyof typeof RIGHTS]
    return right === null ? [] : [{ name, method, path, right }]
  })

  test.each(needing.filter(({ right }) => !may({ kind: 'visitor' }, right)))(
    '$name tells a visitor to sign in',
    async ({ name, method, path }) => expect(await ask(name, method, path, 'visitor')).toEqual([401]),
  )

  test.each(
    PEOPLE.flatMap(([as, actor]) =>
      needing.filter(({ right }) => !may(actor, right)).map(address => ({ ...address, as })),
    ),
  )('$name is not for $as', async ({ name, method, path, as }) => {
    expect(await ask(name, method, path, as)).toEqual([403])
  })

  test.each([
    ['POST', '/api/tickets/x/jobs/y/photos'],
    ['DELETE', '/api/tickets/x/jobs/y/photos/z'],
    ['PUT', '/api/tickets/x/rig-image'],
    ['DELETE', '/api/tickets/x/customer-image'],
    ['PUT', '/api/company/image'],
    ['GET', '/api/pictures/tickets/x/photos/y'],
    ['GET', '/api/pictures/tickets/x/rig-image'],
    ['GET', '/api/company/export'],
  ])('%s %s tells a visitor to sign in', async (method, path) => {
    expect((await world.fetch(path, { method })).status).toBe(401)
  })
})

test('garbage is answered without a connection to the database', async () => {
  // All that the pool has: whoever needed one would wait for ever.
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
          world.database.connection().execute(async () => {
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

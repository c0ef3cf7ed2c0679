import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { customers, june, walt } from '#server/seed/demo-accounts.ts'
import { createTestApp, type PersonName, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type ResponseParts = { status: number; headers: Record<string, string>; body: unknown }

/** The response without parts that always differ. */
async function ask(path: string, asking: Parameters<TestApp['fetch']>[1] = {}): Promise<ResponseParts> {
  const response = await app.fetch(path, asking)
  const { date, 'x-request-id': id, ...headers } = Object.fromEntries(response.headers)
  // Framing differs: the normal path streams.
  const { 'content-length': length, 'transfer-encoding': chunked, ...otherHeaders } = headers
  expect(length === undefined).toBe(chunked !== undefined)
  const body = (await response.json()) as { requestId?: string; json?: { data?: { requestId?: string } } }
  const named = body.requestId ?? body.json?.data?.requestId
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  if (named !== undefined) expect(named).toBe(id)
  if (body.requestId !== undefined) body.requestId = ''
  if (body.json?.data?.requestId !== undefined) body.json.data.requestId = ''
  return { status: response.status, headers: { ...otherHeaders, date: typeof date }, body }
}

/** Any query string forces the normal path. */
const requestSlowPath = (path: string): string => `${path}?plain=no`

const shopFull = async () => {
  for (const [index, person] of (['rosa', 'sam', undefined] as const).entries()) {
    const ticketId = await app.createTicket(person)
    if (index === 1) await app.as('dana').tickets.askApproval({ ticketId })
    if (index === 2) {
      await app.as('dana').tickets.finalize({ ticketId })
      await app.as('dana').tickets.complete({ ticketId })
    }
  }
  await app.createBooking()
}

const DESK = walt.email
const EVERYBODY: readonly PersonName[] = ['visitor', 'dana', 'walt', 'rosa', 'sam', 'ray', 'wyatt']
const { vin } = june.customerRV

describe('the fast path responds like the normal path', () => {
  beforeAll(shopFull)

  test.each(EVERYBODY)('for the board, over REST and over RPC, to %s', async person => {
    const rest = await ask('/api/board', { as: person })
    expect(rest).toEqual(await ask(requestSlowPath('/api/board'), { as: person }))
    const rpc = { as: person, method: 'POST', json: { json: {} } } as const
    expect(await ask('/rpc/tickets/board', rpc)).toEqual(
      await ask(requestSlowPath('/rpc/tickets/board'), rpc),
    )
  })

  test.each(EVERYBODY)("for a rig's history, over REST and over RPC, to %s", async person => {
    const path = `/api/work-history/${vin}`
    expect(await ask(path, { as: person })).toEqual(await ask(requestSlowPath(path), { as: person }))
    const rpc = { as: person, method: 'POST', json: { json: { vin } } } as const
    expect(await ask('/rpc/workHistory/get', rpc)).toEqual(
      await ask(requestSlowPath('/rpc/workHistory/get'), rpc),
    )
  })

  test('without undeclared fields', async () => {
    const board = contract.tickets.board['~orpc'].outputSchema
    const section = board?.shape.pending.shape.cards.unwrap().element.strict()
    const { body } = await ask('/api/board', { as: 'dana' })
    const sections = Object.values(body as Record<string, { cards: unknown[]; total: number }>)
    expect(sections.map(({ cards }) => cards.length)).toEqual([1, 1, 1, 0])
    for (const { cards, total } of sections) {
      expect(total).toBe(cards.length)
      for (const card of cards) expect(JSON.parse(JSON.stringify(section?.parse(card)))).toEqual(card)
    }
  })

  test('for a new ticket without permission, and for an invalid body', async () => {
    for (const as of ['visitor', 'rosa', 'dana'] as const)
      for (const json of [
        {},
        { ...june, jobs: 'none' },
        [],
        null,
        'text',
        { ...june, customerRV: { vin: '' } },
      ]) {
        const asking = { as, method: 'POST', json } as const
        expect(await ask('/api/tickets', asking)).toEqual(await ask(requestSlowPath('/api/tickets'), asking))
      }
  })

  test('for an idempotency key that is not a UUID, or was used otherwise', async () => {
    const key = randomUUID()
    const send = (path: string, problem: string, idempotencyKey: string = key) =>
      ask(path, {
        as: 'dana',
        method: 'POST',
        json: { ...june, jobs: [{ problem }] },
        headers: { 'Idempotency-Key': idempotencyKey },
      })
    const first = await send('/api/tickets', 'Awning')
    expect(first.status).toBe(201)
    for (const path of ['/api/tickets', requestSlowPath('/api/tickets')]) {
      expect(await send(path, 'Awning')).toEqual(first)
      expect(await send(path, 'Another')).toMatchObject({ status: 400, body: { code: 'INVALID' } })
      expect(await send(path, 'Awning', 'abc')).toMatchObject({ status: 400, body: { code: 'INVALID' } })
    }
  })
})

describe('without access', () => {
  test.each(['/api/board', `/api/work-history/${vin}`])('the very next %s is refused', async path => {
    const cookie = await app.signIn(DESK)
    const asked = async () => {
      await app.fetch(path, { headers: { cookie } })
      return app.requests.at(-1)?.actor
    }
    expect(await asked()).toBe(app.ids.walt)
    await app.fetch('/api/auth/sign-out', { method: 'POST', headers: { cookie, origin: app.url } })
    expect(await asked()).toBe('visitor')
  })

  test('a deleted employee creates no ticket and sees no board', async () => {
    const cookie = await app.signIn(DESK)
    expect((await app.fetch('/api/board', { headers: { cookie } })).status).toBe(200)
    await app.as('dana').employees.deactivate({ id: app.ids.walt })
    expect((await app.fetch('/api/board', { headers: { cookie } })).status).not.toBe(200)
    const send = { method: 'POST', json: { ...june, jobs: [] }, headers: { cookie } }
    expect((await app.fetch('/api/tickets', send)).status).not.toBe(201)
    await app.as('dana').employees.reactivate({ id: app.ids.walt })
  })

  test('an employee with a new role has it at the very next ticket', async () => {
    const cookie = await app.signIn(DESK)
    const board = () => app.fetch('/api/board', { headers: { cookie } })
    const make = () =>
      app.fetch('/api/tickets', { method: 'POST', json: { ...june, jobs: [] }, headers: { cookie } })
    expect([(await board()).status, (await make()).status]).toEqual([200, 201])
    const { walt } = app.ids
    const change = (isServiceWriter: boolean) =>
      app.database.updateTable('employee').set({ isServiceWriter }).where('employeeId', '=', walt).execute()
    await change(false)
    expect([(await make()).status, (await board()).status]).toEqual([403, 403])
    await change(true)
    expect([(await board()).status, (await make()).status]).toEqual([200, 201])
  })

  test('a request from another site does nothing', async () => {
    const before = app.requests.length
    const sent = { as: 'dana', method: 'POST', json: { ...june, jobs: [] } } as const
    const answer = await app.fetch('/api/tickets', {
      ...sent,
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(answer.status).toBe(403)
    expect(app.requests.slice(before).map(({ status }) => status)).toEqual([403])
  })
})

test('a new ticket gets the image of its rig, and adds an unknown rig', async () => {
  const rig = customers[3].customerRV
  const send = (customerRV: object) =>
    app.as('dana').tickets.create({ ...june, customerRV: { ...rig, ...customerRV }, jobs: [] })
  await send({})
  const pooled = app.database.selectFrom('rig').selectAll().where('vin', '=', rig.vin)
  expect(await pooled.executeTakeFirstOrThrow()).toMatchObject({
    make: rig.make,
    assigned: false,
    customerUuid: app.ids.dana,
  })
  await app.database.updateTable('rig').set({ rvImage: '/api/rig.webp' }).where('vin', '=', rig.vin).execute()
  for (const typed of [{}, { make: '' }]) {
    const { ticketId } = await send(typed)
    const { customerRV } = await app.as('dana').tickets.get({ ticketId })
    expect(customerRV).toMatchObject({ make: rig.make, rvImage: '/api/rig.webp' })
  }
})

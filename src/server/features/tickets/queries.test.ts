import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customers, june, PASSWORD, sam } from '#server/seed/demo-accounts.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, errorOf, type TestApp, withoutIds } from '../../../../test/support/test-app.ts'

let app: TestApp
let hers: number
let finalized: number
beforeAll(async () => {
  app = await createTestApp()
  app.now = new Date('2025-11-20T15:00:00Z')
  await app.as('ray').tickets.create({ ...june, jobs: [] })
  await app.as('dana').tickets.create({ ...customers[0], jobs: [] })
  app.now = new Date('2025-11-20T16:00:00Z')
  hers = await app.createTicket('rosa')
  await app
    .as('dana')
    .tickets.addPart({ ticketId: hers, quantity: 2, description: 'Sealant', perPartAmount: 13.75 })
  app.now = new Date('2025-11-20T17:00:00Z')
  await app.createBooking()
  finalized = await app.createTicket('sam')
  await app.as('dana').tickets.finalize({ ticketId: finalized })
})
afterAll(() => app.close())

describe('the board', () => {
  test("has the company's own tickets, each in its section, newest first", async () => {
    const { pending, active, approval, completed } = await app.as('walt').tickets.board()
    expect([pending.total, active.total, approval.total, completed.total]).toEqual([1, 2, 0, 1])
    expect(active.cards.map(({ lastName }) => lastName)).toEqual(['Park', 'Whitcomb'])
    expect(completed.cards).toMatchObject([{ ticketId: finalized, technician: 'Sam Ortiz', since: app.now }])
    expect(pending.cards).toMatchObject([{ lastName: 'Okafor', state: 'pending' }])
  })

  test("has only a technician's own tickets", async () => {
    const { pending, active, completed } = await app.as('rosa').tickets.board()
    expect([pending.total, completed.total]).toEqual([0, 0])
    expect(active).toMatchObject({ total: 1, cards: [{ ticketId: hers }] })
  })

  test('leaves out tickets assigned to others, also for a writer who repairs', async () => {
    const both = { isServiceWriter: true, isTechnician: true }
    await app.as('dana').employees.change({ id: app.ids.sam, roles: both })
    expect((await app.as('sam').tickets.board({})).active.total).toBe(2)
    const { active, completed } = await app.as('sam').tickets.board({ whose: 'mine' })
    expect(active).toEqual({ cards: [], total: 0 })
    expect(completed).toMatchObject({ total: 1, cards: [{ ticketId: finalized }] })
    await app.as('dana').employees.change({ id: app.ids.sam, roles: sam.roles })
  })

  test('counts all tickets of a section, also those that are not shown', async () => {
    const sections = async (technician: string | null, maxCards: number) => {
      const { rows } = await sql<{ section: string; total: number; cards: string }>`
        select * from board_sections(${app.ids.dana}, ${technician}, ${maxCards})`.execute(app.database)
      return rows.map(({ section, total, cards }) => [section, total, JSON.parse(cards).length])
    }
    const second = await app.createTicket('rosa')
    expect(await sections(null, 1)).toEqual([
      ['pending', 1, 1],
      ['active', 3, 1],
      ['completed', 1, 1],
    ])
    expect(await sections(app.ids.rosa, 1)).toEqual([['active', 2, 1]])
    await app.as('dana').tickets.finalize({ ticketId: second })
    expect(await sections(null, 1)).toContainEqual(['completed', 2, 1])
    await app.as('dana').tickets.complete({ ticketId: second })
    expect(await sections(null, 1)).toEqual([
      ['pending', 1, 1],
      ['active', 2, 1],
      ['completed', 1, 1],
    ])
  })

  test('of another company shows nothing of this one', async () => {
    const { active, pending, completed } = await app.as('ray').tickets.board()
    expect([active.total, pending.total, completed.total]).toEqual([1, 0, 0])
    expect((await app.as('wyatt').tickets.board()).active.total).toBe(0)
  })
})

describe('a board in another order, or with some of its tickets,', () => {
  let elsewhere: TestApp
  const ids: number[] = []
  /** `Last0` is the oldest; the odd ones are Rosa's, and the later a ticket came, the sooner is its day. */
  beforeAll(async () => {
    elsewhere = await createTestApp()
    const desk = elsewhere.as('dana').tickets
    for (let index = 0; index < 5; index += 1) {
      elsewhere.now = new Date(Date.parse('2025-11-20T15:00:00Z') + index * 60_000)
      const customerDetails = { ...june.customerDetails, lastName: `Last${index}` }
      const jobs = [{ problem: index < 2 ? 'Awning motor' : 'Roof leak', estimatedTime: 1.25 }]
      const { ticketId } = await desk.create({ ...june, customerDetails, jobs })
      ids.push(ticketId)
      if (index % 2 === 1) await desk.assign({ ticketId, employeeId: elsewhere.ids.rosa })
      if (index > 2)
        await desk.assign({ ticketId, employeeId: elsewhere.ids.sam, date: `2025-12-0${9 - index}` })
    }
  })
  afterAll(() => elsewhere.close())

  const names = ({ cards }: { cards: readonly { lastName: string }[] }) =>
    cards.map(({ lastName }) => lastName.slice(-1)).join('')

  test.each([
    [{ sort: 'oldest' }, '01234'],
    // Those without a day come last.
    [{ sort: 'day' }, '43210'],
    [{ technician: 'rosa' }, '31'],
    [{ technician: 'none' }, '420'],
    [{ technician: 'rosa', sort: 'oldest' }, '13'],
    [{ q: 'awning' }, '10'],
    [{ q: 'awning', technician: 'rosa' }, '1'],
    [{ q: 'roof last', technician: 'none', sort: 'day' }, '42'],
    [{ q: 'nothing like it' }, ''],
    [{ q: ' ' }, ''],
  ] as const)(
    '%j, has its tickets and their number, and the list has the same in parts',
    async (asked, order) => {
      const { technician, ...others } = { technician: undefined, ...asked }
      const filter = { ...others, technician: technician === 'rosa' ? elsewhere.ids.rosa : technician }
      const { active, completed } = await elsewhere.as('walt').tickets.board(filter)
      expect([names(active), active.total, completed.total]).toEqual([order, order.length, 0])
      let all = ''
      let after: string | undefined
      do {
        const { cards, next } = await elsewhere
          .as('walt')
          .tickets.list({ ...filter, state: 'active', limit: 2, ...(after === undefined ? {} : { after }) })
        all += names({ cards })
        after = next ?? undefined
      } while (after !== undefined)
      expect(all).toBe(order)
    },
  )

  test('shows a technician only their own, whatever they ask for', async () => {
    const board = elsewhere.as('rosa').tickets.board
    expect(names((await board({ sort: 'oldest' })).active)).toBe('13')
    expect(names((await board({ q: 'last' })).active)).toBe('31')
    for (const technician of ['none', elsewhere.ids.sam])
      expect((await board({ technician })).active).toEqual({ cards: [], total: 0 })
  })

  test('shows another company nothing', async () => {
    for (const asked of [{ sort: 'day' }, { q: 'last' }, { technician: elsewhere.ids.rosa }] as const)
      expect((await elsewhere.as('wyatt').tickets.board(asked)).active.total).toBe(0)
  })
})

describe('what tickets come to', () => {
  test('is what each of them says, with the rate it was finalized at', async () => {
    const ticketIds = [hers, finalized]
    const known = await Promise.all(
      ticketIds.map(async ticketId => {
        const { totals } = await app.as('walt').tickets.get({ ticketId })
        return { ticketId, totalBalance: totals?.totalBalance, moneyState: null, invoiced: null }
      }),
    )
    const balances = await app.as('walt').tickets.balances({ ticketIds: ticketIds.join(',') })
    expect(balances).toEqual(known.sort((one, other) => one.ticketId - other.ticketId))
    expect(balances.every(({ totalBalance }) => totalBalance > 0)).toBe(true)
  })

  test("is no technician's to know, nor another company's", async () => {
    const ticketIds = String(hers)
    expect((await errorOf(app.as('rosa').tickets.balances({ ticketIds }))).code).toBe('FORBIDDEN')
    expect(await app.as('ray').tickets.balances({ ticketIds })).toEqual([])
  })

  test.each(['', '12', '412873,', 'all', Array.from({ length: 201 }, () => 412_873).join(',')])(
    'is refused for %s',
    async ticketIds => {
      expect((await errorOf(app.as('dana').tickets.balances({ ticketIds }))).code).toBe('INVALID')
    },
  )
})

describe('a ticket', () => {
  test('shows the desk prices', async () => {
    expect(await app.as('walt').tickets.get({ ticketId: hers })).toMatchObject({
      totals: {
        laborRate: 145,
        totalPartsAmount: 27.5,
        shopSupplies: 2.75,
        totalLaborBalance: 181.25,
        totalBalance: 211.5,
      },
      parts: [{ perPartAmount: 13.75, totalAmount: 27.5 }],
      jobs: [{ totalBalance: 181.25 }],
      timeZone: 'America/Indiana/Indianapolis',
    })
  })

  test('shows its technician no prices at all, even once the rate is copied onto it', async () => {
    await app.as('dana').tickets.finalize({ ticketId: hers })
    const ticket = await app.as('rosa').tickets.get({ ticketId: hers })
    expect(ticket).toMatchObject({
      state: 'completed',
      totals: null,
      parts: [{ isPriced: true, perPartAmount: null, totalAmount: null }],
    })
    expect(withoutIds(ticket)).not.toMatch(/13\.75|27\.5|145|laborRate/)
    await app.as('dana').tickets.reopen({ ticketId: hers })
  })

  test('over REST is the same, its times in UTC', async () => {
    const answer = await app.fetch(`/api/tickets/${hers}`, { as: 'rosa' })
    expect(answer.status).toBe(200)
    const typed = await app.as('rosa').tickets.get({ ticketId: hers })
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(typed)))
  })
})

describe('a list of one state', () => {
  const MOMENTS = ['00.000', '00.500', '00.120', '00.123', '01.000', '01.000']

  async function pages(of: TestApp, as: 'ray' | string, limit: number): Promise<number[]> {
    const client = as === 'ray' ? of.as('ray') : of.withCookie(as)
    const ids: number[] = []
    let after: string | undefined
    for (let turned = 0; turned < 50; turned += 1) {
      const page = await client.tickets.list({ limit, ...(after === undefined ? {} : { after }) })
      ids.push(...page.cards.map(({ ticketId }) => ticketId))
      if (page.next === null) return ids
      after = page.next
    }
    throw new Error('the list has no end')
  }

  test.each([
    '["yesterday",412873]',
    '["2025-02-30T10:00:00Z",412873]',
    '["2025-11-20T10:00:00Z",1e10]',
    '[]',
    'null',
  ])('refuses %s as a cursor before a database query', async place => {
    const after = Buffer.from(place).toString('base64url')
    expect(await errorOf(app.as('dana').tickets.list({ after }))).toMatchObject({
      code: 'INVALID',
      fields: { after: 'Not a valid cursor.' },
    })
  })

  test('refuses a page size of 0 or more than 200', async () => {
    expect((await errorOf(app.as('dana').tickets.list({ limit: 201 }))).code).toBe('INVALID')
    expect((await errorOf(app.as('dana').tickets.list({ limit: 0 }))).code).toBe('INVALID')
  })

  test('page by page has every ticket once, newest first, in any collation', async () => {
    const admin = new pg.Client(app.connection)
    await admin.connect()
    const name = `icu_${Date.now()}`
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`)
    await admin.end()
    const elsewhere = await createTestApp({ connection: { ...app.connection, database: name } })
    const email = 'ann@hilltop.example'
    await elsewhere
      .as('visitor')
      .companies.register({ companyName: 'Hilltop', email, password: PASSWORD, companyPhone: '5550188' })
    const cookie = await elsewhere.signIn(email)
    const created: { at: string; id: number }[] = []
    for (const second of MOMENTS) {
      const at = `2025-11-20T19:00:${second}Z`
      elsewhere.now = new Date(at)
      created.push({
        at,
        id: (await elsewhere.withCookie(cookie).tickets.create({ ...june, jobs: [] })).ticketId,
      })
    }
    const newestFirst = created
      .sort((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1))
      .map(({ id }) => id)
    for (const limit of [1, 2, 4, 200]) expect(await pages(elsewhere, cookie, limit)).toEqual(newestFirst)
    await elsewhere.close()
  })

  test('can start in the middle, and is empty beyond its end', async () => {
    const list = (skip: number) => app.as('dana').tickets.list({ state: 'active', skip, limit: 1 })
    const whole = (await app.as('dana').tickets.list({ state: 'active' })).cards
    expect(whole.length).toBeGreaterThan(1)
    for (const [place, card] of whole.entries()) expect((await list(place)).cards).toEqual([card])
    expect(await list(whole.length)).toEqual({ cards: [], next: null })
    expect(await errorOf(list(-1))).toMatchObject({ code: 'INVALID' })
  })

  test("has only a technician's own, and nothing of another company", async () => {
    const { cards } = await app.as('rosa').tickets.list({ state: 'active' })
    expect(cards.map(({ ticketId }) => ticketId)).toEqual([hers])
    expect((await app.as('wyatt').tickets.list({})).cards).toEqual([])
    expect(await pages(app, 'ray', 200)).toHaveLength(1)
  })
})

describe('open tickets of a rig', () => {
  test('are the bookings and tickets in work of this company, newest first', async () => {
    const rig = { ...june.customerRV, vin: sharedVin('OPEN-1') }
    const { tickets } = app.as('dana')
    const create = async () => {
      app.now = new Date(app.now.getTime() + 1000)
      return (await tickets.create({ ...june, customerRV: rig, jobs: [] })).ticketId
    }
    const [active, approval] = [await create(), await create()]
    await tickets.addJob({ ticketId: approval, problem: 'Vent' })
    await tickets.askApproval({ ticketId: approval })
    await tickets.close({ ticketId: await create(), reason: 'mistake' })
    await tickets.finalize({ ticketId: await create() })
    const newest = await create()
    await app.as('ray').tickets.create({ ...june, customerRV: rig, jobs: [] })
    const open = await app.as('dana').rigs.openTickets({ vin: rig.vin.toLowerCase() })
    const whose = { firstName: 'June', lastName: 'Park' }
    expect(open).toEqual([
      { ticketId: newest, state: 'active', ...whose },
      { ticketId: approval, state: 'approval', ...whose },
      { ticketId: active, state: 'active', ...whose },
    ])
  })
})

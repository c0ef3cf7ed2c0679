import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_PREFERENCES } from '#domain/preferences/preferences.ts'
import { bluebonnet, june, PASSWORD, rosa, walt } from '#server/seed/demo-accounts.ts'
import { createTestApp, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'
import { RECORD_SHEETS } from './declared-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Tree = {
  companyDetails: Record<string, unknown>
  companySettings: Record<string, unknown>
  preferences: unknown
  Employees: Record<string, Record<string, unknown>>
  ticketManager: Record<string, Record<string, Record<string, unknown>>>
}

const ask = (as: PersonName) => app.fetch('/api/company/export', { as })
const exported = async (as: PersonName) => (await (await ask(as)).json()) as Tree
const ticketsOf = ({ ticketManager }: Tree) =>
  Object.values(ticketManager).flatMap(group => Object.keys(group))

const GROUPS = ['pending', 'active', 'approval', 'completed', 'recorded', 'declined', 'closed'].map(
  group => `${group}ServiceTickets`,
)

describe('the company export', () => {
  test.each([
    ['visitor', 401, 'UNAUTHORIZED'],
    ['walt', 403, 'FORBIDDEN'],
    ['rosa', 403, 'FORBIDDEN'],
    ['wyatt', 403, 'FORBIDDEN'],
  ] as const)('is refused to %s', async (person, status, code) => {
    const answer = await ask(person)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-disposition')).toBeNull()
    expect(await answer.json()).toMatchObject({ code })
  })

  test('is refused to former members, and to an employee without a role', async () => {
    const fay = { ...walt, email: `${randomUUID()}@mail.example`, password: PASSWORD }
    const roles = { isServiceWriter: false, isTechnician: false }
    const { id } = await app.as('dana').employees.register({ ...fay, roles })
    const cookie = await app.signIn(fay.email)
    const asFay = () => app.fetch('/api/company/export', { headers: { cookie } })
    expect((await asFay()).status).toBe(403)
    await app.as('dana').employees.delete({ id })
    expect([401, 403]).toContain((await asFay()).status)
  })

  test.each<[string, (owner: { id: string; cookie: string }) => Promise<unknown>]>([
    [
      'their session',
      ({ cookie }) =>
        app.fetch('/api/auth/sign-out', { method: 'POST', json: {}, headers: { cookie, origin: app.url } }),
    ],
    [
      'their company’s access',
      ({ id }) => app.as('maya').platformAdmin.suspend({ companyUUID: id, reason: 'Gone' }),
    ],
  ])('that was begun ends with %s, in the middle', async (_, end) => {
    const email = `${randomUUID()}@mail.example`
    const company = { companyName: 'Hilltop', email, password: PASSWORD, companyPhone: '(574) 555-0101' }
    const { companyUUID: id } = await app.as('visitor').companies.register(company)
    const owner = { id, cookie: await app.signIn(email) }
    const client = app.withCookie(owner.cookie)
    for (const next of ['active', 'completed']) {
      const { ticketId } = await client.tickets.create({ ...june, jobs: [{ problem: `Is ${next}` }] })
      if (next === 'completed') await client.tickets.finalize({ ticketId })
    }
    const logged = app.loggedErrors.length
    // The export's first piece waits here, after its session was checked.
    const blocker = new pg.Client(app.connection)
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('lock table ticket_message in access exclusive mode')
    const answer = await app.fetch('/api/company/export', { headers: { cookie: owner.cookie } })
    const waiting = `select from pg_locks where not granted and relation = 'ticket_message'::regclass`
    await expect.poll(async () => (await blocker.query(waiting)).rowCount).toBe(1)
    await end(owner)
    await blocker.end()
    await expect(answer.text()).rejects.toThrow()
    expect(app.loggedErrors.splice(logged)).toHaveLength(1)
  })

  test('is one JSON file, named after company and date, and not cached', async () => {
    const { status, headers } = await ask('dana')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="rigwright-bluebonnet-rv-2025-11-20.json"',
    )
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('without tickets has the company, its employees and six empty groups', async () => {
    const tree = await exported('dana')
    expect(Object.keys(tree)).toEqual([
      'companyDetails',
      'companySettings',
      'preferences',
      'Employees',
      'ticketManager',
      ...RECORD_SHEETS.map(({ name }) => name),
    ])
    const { owner: _, ...details } = bluebonnet
    expect(tree.companyDetails).toEqual({ ...details, imageURL: null, companyUUID: app.ids.dana })
    expect(tree.companySettings).toMatchObject({ pendingStatus: true, daysOfOperation: [1, 5] })
    expect(Object.keys(tree.Employees).sort()).toEqual([app.ids.walt, app.ids.rosa, app.ids.sam].sort())
    expect(tree.Employees[app.ids.rosa]).toEqual({ ...rosa, companyUUID: app.ids.dana })
    expect(Object.keys(tree.ticketManager)).toEqual(GROUPS)
    expect(ticketsOf(tree)).toEqual([])
  })

  test('has what the company chose for itself', async () => {
    const notices = { ...DEFAULT_PREFERENCES.notices, message: 'daily' } as const
    const chosen = {
      ...{ changeHours: 48, statusUpdateDays: 3, replyTo: 'desk@bluebonnet.example', notices },
      ...{ asksForReviews: true, asksForSignatures: true, asksForMeters: true },
      ...{ clocksShopTime: true },
      ...{ listsComponents: true, recordsWalkarounds: true, promisesDays: true, emailsEndOfDay: true },
    }
    await app.as('dana').preferences.change(chosen)
    await app.as('dana').companies.change({ approvalTolerance: 15 })
    expect((await exported('dana')).preferences).toEqual({ approvalTolerance: 15, ...chosen })
  })

  test('has complete tickets: customer, rig, work, parts and assignments', async () => {
    const desk = app.as('dana')
    const ticketId = await app.createTicket('rosa')
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    app.now = new Date('2025-11-20T20:30:00Z')
    await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
    await desk.tickets.changeJob({ ticketId, jobNumber: 1, cause: 'Cracked', correction: 'Sealed' })
    const tubes = { quantity: 2, description: 'Sealant', perPartAmount: 13.75 }
    const { partId } = await desk.tickets.addPart({ ticketId, ...tubes })
    const image = `/api/images/tickets/${ticketId}/customer-image?v=${randomUUID()}`
    await app.database
      .updateTable('ticket')
      .set({ profileImageUrl: image })
      .where('ticketId', '=', ticketId)
      .execute()
    const photoId = randomUUID()
    await sql`insert into photo (company_id, ticket_id, job_number, photo_id, position, moment, added_at, width, height, added_by, added_by_name)
      values (${app.ids.dana}, ${ticketId}, 1, ${photoId}, 1, 'after', now(), 30, 20, ${app.ids.rosa}, 'Rosa Díaz')`.execute(
      app.database,
    )
    await desk.tickets.finalize({ ticketId })
    await desk.tickets.complete({ ticketId })

    const { ticketManager } = await exported('dana')
    const ticket = ticketManager.recordedServiceTickets?.[ticketId]
    const [sessionId = ''] = Object.keys(
      (ticket?.Jobs as { 1: { sessions: object } } | undefined)?.[1].sessions ?? {},
    )
    expect(ticket).toEqual({
      messages: [],
      hold: null,
      customerDetails: {
        ...june.customerDetails,
        coordinates: null,
        profileImageUrl: `${app.url}${image}`,
      },
      customerRV: { ...june.customerRV, rvImage: null },
      activeTimestamp: Date.parse('2025-11-20T19:00:00Z'),
      pendingTimestamp: null,
      ticketSettings: { completedServiceTickets: false },
      Jobs: {
        1: {
          problem: 'Roof leak above the bunk',
          cause: 'Cracked',
          correction: 'Sealed',
          estimatedTime: 1.25,
          estimate: false,
          suggestedTime: null,
          answer: 'none',
          totalBalance: 181.25,
          sessions: {
            [sessionId]: {
              technicianId: app.ids.rosa,
              technician: 'Rosa Díaz',
              clockInTime: Date.parse('2025-11-20T19:00:00Z'),
              clockOutTime: Date.parse('2025-11-20T20:30:00Z'),
            },
          },
          photos: { [photoId]: `${app.url}/api/images/tickets/${ticketId}/photos/${photoId}?size=large` },
        },
      },
      assignedTechnician: app.ids.rosa,
      assignedTechs: {
        '2025-11-20': {
          uuid: app.ids.rosa,
          firstName: 'Rosa',
          lastName: 'Díaz',
          assignedAt: '20-11-2025 2:00 PM',
        },
      },
      Parts: {
        [partId]: { ...tubes, totalAmount: 27.5, jobNumber: null },
        TotalPartsAmount: 27.5,
        ShopSupplies: 2.75,
      },
      completedTimestamp: '20-11-2025 3:30 PM',
      TotalBalance: 211.5,
    })
  })

  test('has each ticket in the group of its state', async () => {
    const desk = app.as('dana')
    const [pending, declined] = [await app.createBooking(), await app.createBooking()]
    await desk.tickets.decline({ ticketId: declined })
    const [active, approval, completed] = [
      await app.createTicket(),
      await app.createTicket(),
      await app.createTicket(),
    ]
    await desk.tickets.askApproval({ ticketId: approval })
    await desk.tickets.finalize({ ticketId: completed })
    const closed = await app.createTicket()
    await desk.tickets.close({ ticketId: closed, reason: 'no-show', note: 'Called twice' })
    const { ticketManager } = await exported('dana')
    const wanted = { pending, active, approval, completed, declined, closed }
    for (const [state, ticketId] of Object.entries(wanted))
      expect(Object.keys(ticketManager[`${state}ServiceTickets`] ?? {})).toEqual([String(ticketId)])
    expect(ticketManager.closedServiceTickets?.[closed]).toMatchObject({
      closing: { reason: 'no-show', note: 'Called twice', stateBefore: 'active' },
    })
    expect(ticketManager.pendingServiceTickets?.[pending]).toMatchObject({
      pendingTimestamp: '2025-11-20 20:30:00',
      activeTimestamp: null,
    })
  })

  test('has nothing of another company, and no password', async () => {
    await app.as('ray').tickets.create({ ...june, jobs: [{ problem: 'Awning of Texas' }] })
    const [ours, theirs] = [await (await ask('dana')).text(), await (await ask('ray')).text()]
    for (const word of ['Lone Star', 'Wyatt', 'Awning of Texas', app.ids.ray])
      expect(ours).not.toContain(word)
    for (const word of ['Bluebonnet', 'Rosa', 'Roof leak', app.ids.dana]) expect(theirs).not.toContain(word)
    for (const text of [ours, theirs]) expect(text).not.toMatch(/password|argon2|campfire/i)
  })

  test('loses and repeats no ticket over several pieces, in groups of any size', async () => {
    const before = ticketsOf(await exported('dana')).length
    const {
      addressKey: _,
      card,
      ...one
    } = await app.database
      .selectFrom('ticket')
      .selectAll()
      .where('companyId', '=', app.ids.dana)
      .where('state', '=', 'active')
      .executeTakeFirstOrThrow()
    // A group that exactly fills its last piece, and one that does not.
    const more = (
      [
        ['active', 399],
        ['declined', 200],
      ] as const
    ).flatMap(([state, count], group) =>
      Array.from({ length: count }, (_, index) => ({
        ...one,
        suppliesRule: null,
        checkIn: null,
        feeChoices: null,
        state,
        ticketId: 200_000 + group * 1000 + index,
        card: JSON.stringify(card),
      })),
    )
    await app.database
      .insertInto('ticket')
      .values(more)
      .onConflict(taken => taken.doNothing())
      .execute()
    const rows = await app.database
      .selectFrom('ticket')
      .select('ticketId')
      .where('companyId', '=', app.ids.dana)
      .orderBy('ticketId')
      .execute()
    expect(rows.length).toBeGreaterThan(before + 590)
    const ids = ticketsOf(await exported('dana'))
      .map(Number)
      .sort((one, other) => one - other)
    expect(ids).toEqual(rows.map(({ ticketId }) => ticketId))
  })

  test('stops without an error when the client disconnects', async () => {
    const { body } = await ask('dana')
    const reader = body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect((await app.fetch('/api/health')).status).toBe(200)
    expect(app.loggedErrors).toEqual([])
  })

  test('breaks off when a piece cannot be read, and logs it', async () => {
    await sql`alter table part rename to parts`.execute(app.database)
    try {
      await expect(ask('dana').then(answer => answer.text())).rejects.toThrow()
    } finally {
      await sql`alter table parts rename to part`.execute(app.database)
    }
    const logged = app.loggedErrors.splice(0)
    expect(logged.length).toBeGreaterThan(0)
    expect(logged[0]?.message).toContain('/api/company/export')
  })
})

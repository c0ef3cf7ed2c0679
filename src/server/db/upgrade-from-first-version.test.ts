import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { argon2 } from '#server/auth/password-hashing.ts'
import { bluebonnet, june, maya, PASSWORD, rosa } from '#server/seed/demo-accounts.ts'
import { backUp, dumpEverything, restoreIntoNewDatabase } from '../../../test/support/backup-fixtures.ts'
import { createTestApp, freshDatabase, type TestApp } from '../../../test/support/test-app.ts'
import { MIGRATION_TABLE_SQL } from './migrate.ts'
import { migrations } from './migration-files.ts'

// A database from the first version: its rows are in the tables of that time, and every migration since ran over
// them.

/** The last migration of that version. */
const FIRST_VERSION = '023-rv-owners'

const COMPANY = randomUUID()
const ROSA = randomUUID()
const CUSTOMER = randomUUID()
const AT = new Date('2025-11-19T15:00:00Z')

const STATES = ['pending', 'active', 'approval', 'completed', 'recorded', 'declined', 'canceled'] as const
const ticketOf = (state: (typeof STATES)[number]) => 100_001 + STATES.indexOf(state)
const VERBS = {
  pending: 'book',
  active: 'create',
  approval: 'askApproval',
  completed: 'finalize',
  recorded: 'complete',
  declined: 'decline',
  canceled: 'cancel',
}

let app: TestApp
let before: Record<string, string[]>

async function insertOldData(client: pg.Client): Promise<void> {
  const put = (table: string, row: Record<string, unknown>) => {
    const columns = Object.keys(row)
    const values = columns.map((_, index) => `$${index + 1}`)
    return client.query(
      `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')})`,
      Object.values(row),
    )
  }
  const account = async (id: string, name: string, email: string) => {
    await put('auth_user', { id, name, email, created_at: AT, updated_at: AT })
    await put('auth_credential', {
      user_id: id,
      account_id: id,
      provider_id: 'credential',
      password: await argon2.hash(PASSWORD),
      created_at: AT,
      updated_at: AT,
    })
  }
  await account(COMPANY, bluebonnet.owner, bluebonnet.email)
  await account(ROSA, 'Rosa Díaz', rosa.email)
  await put('company', {
    company_id: COMPANY,
    company_name: bluebonnet.companyName,
    company_phone: '(574) 555-0142',
    email: bluebonnet.email,
    labor_rate: 14500,
    mobile_business: true,
    on_time_status: false,
    pending_status: true,
    trusted: false,
    verified: true,
    time_zone: bluebonnet.timeZone,
    days_of_operation: [1, 2, 3, 4, 5],
    hours_of_operation: [8, 18],
    registered_at: AT,
  })
  for (const account_id of [COMPANY, ROSA]) await put('account_company', { account_id, company: COMPANY })
  const { phone, licenseNumber, firstName, lastName, email } = rosa
  await put('employee', {
    company_id: COMPANY,
    employee_id: ROSA,
    first_name: firstName,
    last_name: lastName,
    email,
    phone,
    license_number: licenseNumber,
    is_insured: true,
    is_service_writer: false,
    is_technician: true,
    registered_at: AT,
  })
  await put('company_version', { company_id: COMPANY, version: STATES.length + 1 })
  await client.query('update directory_version set version = 1')
  await put('directory', {
    company_id: COMPANY,
    version: 1,
    company_name: bluebonnet.companyName,
    trusted: false,
    company_phone: '(574) 555-0142',
    verified: true,
  })
  await put('customer', {
    customer_uuid: CUSTOMER,
    first_name: 'June',
    last_name: 'Park',
    email: 'j@p.example',
    phone: '1',
  })
  const { vin, make, model, year, axleAmount } = june.customerRV
  const rig = { vin, make, model, year, axle_amount: axleAmount }
  await put('rig', { ...rig, customer_uuid: CUSTOMER, assigned: true, added_at: AT })
  for (const [index, state] of STATES.entries()) await putTicket(put, state, rig, index + 1)
  await put('work_history', {
    vin,
    company_id: COMPANY,
    ticket_id: ticketOf('recorded'),
    completed_timestamp: AT,
    time_zone: bluebonnet.timeZone,
    technician: 'Rosa Díaz',
    total_balance: 18125,
    work: JSON.stringify([{ problem: 'Roof leak', cause: 'Old seal', correction: 'Sealed' }]),
  })
  await put('founder_email', { email: maya.email })
  await put('idempotency_key', {
    actor: COMPANY,
    key: randomUUID(),
    command: 'tickets.create',
    body_hash: 'x',
    response: '{}',
    at: AT,
  })
}

type Put = (table: string, row: Record<string, unknown>) => Promise<unknown>

async function putTicket(put: Put, state: (typeof STATES)[number], rig: { vin: string }, version: number) {
  const ticket_id = ticketOf(state)
  const key = { company_id: COMPANY, ticket_id }
  const isDone = state === 'completed' || state === 'recorded'
  const technician = ['pending', 'declined', 'canceled'].includes(state) ? null : ROSA
  // What its customer canceled was declined then.
  const stateThen = state === 'canceled' ? 'declined' : state
  const card = JSON.stringify({
    ticketId: ticket_id,
    state: stateThen,
    firstName: 'June',
    lastName: 'Park',
    make: 'Jayco',
    model: 'Jay Flight 264BH',
    year: '2021',
    assignedTechnician: technician,
    jobCount: 1,
    since: AT,
    technician: technician === null ? null : 'Rosa Díaz',
  })
  const moved = { transitioned_by: COMPANY, transitioned_by_name: bluebonnet.owner, transitioned_at: AT }
  await put('ticket', {
    ...key,
    state: stateThen,
    first_name: 'June',
    last_name: 'Park',
    email: 'j@p.example',
    ...rig,
    ...moved,
    card,
    phone: '(574) 555-0201',
    address: '118 Riverview Avenue',
    customer_uuid: CUSTOMER,
    assigned_technician: technician,
    transition: VERBS[state],
    labor_rate: isDone ? 14500 : null,
    pending_timestamp: AT,
    active_timestamp: AT,
    completed_timestamp: state === 'recorded' ? AT : null,
  })
  await put('job', {
    ...key,
    job_number: 1,
    problem: `Roof leak ${state}`,
    cause: 'Old seal',
    correction: 'Sealed',
    estimated_time: 1.25,
    estimate: state === 'approval',
    answer: 'none',
  })
  await put('ticket_search', {
    ...key,
    created_at: AT,
    text: ` ${ticket_id} june park 5745550201 ${rig.vin.toLowerCase()} 2021 jayco jay flight 264bh roof leak ${state} `,
  })
  await put('part', {
    ...key,
    part_id: randomUUID(),
    position: 1,
    job_number: 1,
    quantity: 2,
    per_part_amount: 1375,
    description: 'Sealant',
  })
  if (technician !== null) {
    // The last one is still running.
    const isRunning = state === 'active'
    const clock_in_time = new Date(AT.getTime() + (isRunning ? STATES.length + 1 : version) * 3_600_000)
    await put('clock_session', {
      ...key,
      session_id: randomUUID(),
      job_number: 1,
      technician_id: ROSA,
      clock_in_time,
      clock_out_time: isRunning ? null : new Date(clock_in_time.getTime() + 1_800_000),
      technician: 'Rosa Díaz',
    })
    await put('assignment', {
      ...key,
      date: '2025-11-19',
      uuid: ROSA,
      first_name: 'Rosa',
      last_name: 'Díaz',
      assigned_at: AT,
    })
  }
  if (state === 'active')
    await put('planned_assignment', { ...key, date: '2025-11-26', uuid: ROSA, planned_at: AT })
  if (state === 'approval') await putWhatItWaitsFor(put, key, rig)
  const line = { kind: 'ticket', id: String(ticket_id), at: AT, actor: COMPANY, actor_name: bluebonnet.owner }
  await put('change_log', { ...line, company_id: COMPANY, version, verb: `ticket.${VERBS[state]}`, card })
  if (state === 'active') {
    const clock = {
      actor: ROSA,
      actor_name: 'Rosa Díaz',
      verb: 'ticket.clock-in',
      version: STATES.length + 1,
    }
    await put('change_log', { ...line, ...clock, company_id: COMPANY, card })
  }
}

/** A hold, an unanswered request, and an appointment on the evening of November 25 in Indiana. */
async function putWhatItWaitsFor(put: Put, key: { ticket_id: number }, rig: { vin: string }) {
  const set = { set_by: COMPANY, set_by_name: bluebonnet.owner }
  await put('ticket_hold', { ...key, ...set, reason: 'part', note: '', since: AT, until: '2025-12-01' })
  const request_id = randomUUID()
  const asked = { asked_at: AT, asked_by: COMPANY, asked_by_name: bluebonnet.owner }
  await put('approval_request', { ...key, ...asked, request_id, position: 1, note: '' })
  const line = { request_id, job_number: 1, asked: '{}', asked_version: 'v', state: 'open' }
  await put('approval_line', { ...key, ...line })
  await put('booking', {
    ...key,
    ...rig,
    booking_id: randomUUID(),
    first_name: 'June',
    last_name: 'Park',
    email: 'j@p.example',
    phone: '(574) 555-0201',
    problem: 'Roof leak',
    place: 'shop',
    address: '',
    campground: '',
    site_number: '',
    wanted_at: '2025-11-26T00:30:00Z',
    booked_at: AT,
    photos: '[]',
  })
}

beforeAll(async () => {
  const connection = await freshDatabase('template0')
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(MIGRATION_TABLE_SQL)
  for (const { name, text } of migrations.filter(({ name }) => name <= FIRST_VERSION)) {
    await client.query(text)
    await client.query(`insert into migration values ($1, $2)`, [name, AT.toISOString()])
  }
  await insertOldData(client)
  await client.end()
  before = await dumpEverything(connection)
  app = await createTestApp({ connection })
})
afterAll(() => app.close())

describe('a database of the first version, migrated to the newest,', () => {
  test('has lost no row', async () => {
    const after = await dumpEverything(app.connection)
    expect(after.migration).toEqual(migrations.map(({ name }) => name))
    for (const [table, rows] of Object.entries(before))
      if (!['migration', 'auth_session', 'auth_rate_limit'].includes(table))
        expect(after[table], table).toHaveLength(rows.length)
    expect(before.ticket).toHaveLength(STATES.length)
  })

  test('lets its users log in', async () => {
    expect(await app.as('dana').me()).toMatchObject({ kind: 'owner', id: COMPANY, name: bluebonnet.owner })
    expect(await app.as('rosa').me()).toMatchObject({ kind: 'employee', id: ROSA, companyId: COMPANY })
    const employees = await app.as('dana').employees.list()
    expect(employees).toMatchObject([{ id: ROSA, firstName: 'Rosa' }])
    expect(await app.as('dana').companies.mine()).toMatchObject({ companyName: bluebonnet.companyName })
  })

  test('shows complete tickets: jobs, parts, clocks and technicians', async () => {
    for (const state of STATES) {
      const ticket = await app.as('dana').tickets.get({ ticketId: ticketOf(state) })
      expect(ticket).toMatchObject({
        state: state === 'canceled' ? 'closed' : state,
        closing: state === 'canceled' ? { reason: 'customer', note: '', stateBefore: 'active' } : null,
        customerDetails: { firstName: 'June', lastName: 'Park' },
      })
      const [job] = ticket.jobs
      expect(job).toMatchObject({ problem: `Roof leak ${state}`, estimatedTime: 1.25, photos: [] })
      expect(ticket.parts).toMatchObject([{ description: 'Sealant', quantity: 2, perPartAmount: 13.75 }])
      const worked = !['pending', 'declined', 'canceled'].includes(state)
      expect(job?.sessions.map(({ technician }) => technician)).toEqual(worked ? ['Rosa Díaz'] : [])
    }
    const board = await app.as('dana').tickets.board()
    expect([board.pending, board.active, board.approval, board.completed].map(({ total }) => total)).toEqual([
      1, 1, 1, 1,
    ])
    // What cards did not say then is on them.
    expect(board.approval.cards).toMatchObject([
      {
        hold: { reason: 'part', since: AT.toISOString(), until: '2025-12-01' },
        isClockRunning: false,
        askedCount: 1,
        approvedCount: 0,
        bookedDay: '2025-11-25',
        appointmentAt: '2025-11-26T00:30:00.000Z',
        plannedDay: null,
      },
    ])
    expect(board.active.cards).toMatchObject([{ hold: null, isClockRunning: true, bookedDay: '2025-11-26' }])
    const counts = app.database
      .selectFrom('companyVersion')
      .select(['pendingTickets', 'activeTickets', 'approvalTickets', 'completedTickets'])
      .where('companyId', '=', COMPANY)
    expect(Object.values(await counts.executeTakeFirstOrThrow())).toEqual([1, 1, 1, 1])
  })

  test('finds old tickets by search', async () => {
    const found = async (q: string) =>
      (await app.as('dana').tickets.list({ q })).cards.map(({ ticketId }) => ticketId).sort()
    expect(await found('june jayco')).toEqual(STATES.map(ticketOf))
    expect(await found('leak declined')).toEqual([ticketOf('declined')])
    expect(await found(String(ticketOf('approval')))).toEqual([ticketOf('approval')])
  })

  test('shows the activity as sentences', async () => {
    const sentences = async (state: (typeof STATES)[number]) =>
      (await app.as('dana').tickets.activity({ ticketId: ticketOf(state) })).entries.map(activitySentence)
    expect(await sentences('active')).toEqual(['Rosa clocked in', 'Dana created the ticket'])
    expect(await sentences('recorded')).toEqual(['Dana completed the ticket'])
    expect(await sentences('declined')).toEqual(['Dana declined the booking'])
  })

  test('keeps work history, and is in the public list', async () => {
    const { entries } = await app.as('visitor').workHistory.get({ vin: june.customerRV.vin })
    expect(entries).toMatchObject([{ ticketId: ticketOf('recorded'), technician: 'Rosa Díaz' }])
    expect(await app.as('dana').rigs.get({ vin: june.customerRV.vin })).toMatchObject({ make: 'Jayco' })
    expect(JSON.stringify(await app.as('visitor').companies.list({}))).toContain(bluebonnet.companyName)
  })

  test('continues an old ticket with its next steps', async () => {
    const ticketId = ticketOf('active')
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
    await app.as('dana').tickets.finalize({ ticketId })
    await app.as('dana').tickets.complete({ ticketId })
    const { entries } = await app.as('visitor').workHistory.get({ vin: june.customerRV.vin })
    expect(entries.map(entry => entry.ticketId).sort()).toEqual([ticketId, ticketOf('recorded')].sort())
    expect(app.loggedErrors).toEqual([])
  })

  test('can be backed up and restored', async () => {
    const { file } = await backUp(app, { read: async () => null })
    const { connection } = await restoreIntoNewDatabase(file)
    expect(await dumpEverything(connection)).toEqual(await dumpEverything(app.connection))
  })
})

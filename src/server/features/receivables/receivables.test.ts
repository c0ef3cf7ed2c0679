import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** 1.25 h at Bluebonnet's $145.00. */
const TOTAL = 181.25

async function createInvoiced(email: string, dueOn: string) {
  const { tickets, billing } = app.as('dana')
  const customerDetails = { ...june.customerDetails, email }
  const jobs = [{ problem: 'Roof leak', estimatedTime: 1.25 }]
  const { ticketId } = await tickets.create({ ...june, customerDetails, jobs })
  await tickets.finalize({ ticketId })
  const issued = await billing.issueInvoice({ ticketId, expectedTotal: TOTAL })
  await app.database.updateTable('invoice').set({ dueOn }).where('invoiceId', '=', issued.invoiceId).execute()
  return { ticketId, ...issued }
}

test('open invoices are listed by customer and age, for the desk, once billing is on', async () => {
  expect(await app.as('walt').billing.getReceivables()).toMatchObject({ isOn: false, customers: [] })
  await app.as('dana').billing.turnOn()
  expect(await app.as('walt').billing.getReceivables()).toMatchObject({ isOn: true, total: 0, customers: [] })

  const { billing, tickets } = app.as('dana')
  const old = await createInvoiced('june@mail.example', '2025-08-01')
  const recent = await createInvoiced('june@mail.example', '2025-11-20')
  const later = await createInvoiced('al@mail.example', '2025-12-20')
  const paid = await createInvoiced('al@mail.example', '2025-10-01')
  const credited = await createInvoiced('al@mail.example', '2025-10-01')
  await billing.recordPayment({ ticketId: old.ticketId, amount: 81.25, method: 'check', due: TOTAL })
  await billing.recordPayment({
    ...{ ticketId: paid.ticketId, amount: 200, method: 'cash', due: TOTAL, keepAsCredit: true },
  })
  const { ticketId, invoiceId } = credited
  await billing.issueCreditNote({ ticketId, invoiceId, amount: TOTAL, reason: 'Wrong customer' })
  await billing.recordDeposit({ ticketId, amount: 50, method: 'cash', received: 0 })

  const seen = await app.as('walt').billing.getReceivables()
  expect(seen).toMatchObject({
    today: '2025-11-20',
    isComplete: true,
    total: 462.5,
    totals: { 'not-due': 181.25, '0-30': 181.25, '31-60': 0, '61-90': 0, 'over-90': 100 },
    customers: [
      {
        name: 'June Park',
        total: 281.25,
        invoices: [
          { number: old.number, due: 100, daysPastDue: 111, age: 'over-90' },
          { number: recent.number, due: TOTAL, daysPastDue: 0, age: '0-30' },
        ],
      },
      { total: TOTAL, invoices: [{ number: later.number, daysPastDue: -30, age: 'not-due' }] },
    ],
  })

  await tickets.complete({ ticketId: later.ticketId })
  for (const other of [paid, credited]) await tickets.complete({ ticketId: other.ticketId })
  await tickets.eraseCustomer({ ticketId: later.ticketId })
  const namesFor = async (who: 'dana' | 'walt') =>
    (await app.as(who).billing.getReceivables()).customers.map(({ name }) => name)
  expect(await namesFor('dana')).toEqual(['June Park', 'June Park'])
  expect(await namesFor('walt')).toEqual(['June Park', 'Former customer'])
})

test('work is listed until it is invoiced, and a deposit until an invoice takes it, since billing is on', async () => {
  const { billing, tickets } = app.as('ray')
  const createTicket = async (estimatedTime: number) =>
    (await tickets.create({ ...june, jobs: [{ problem: 'Roof leak', estimatedTime }] })).ticketId
  const listed = async () => {
    const { notInvoiced } = await billing.getReceivables()
    expect(notInvoiced.isComplete).toBe(true)
    return notInvoiced.tickets.map(({ ticketId, ...ticket }) => [ticketId, ticket])
  }
  const before = await createTicket(1)
  await tickets.finalize({ ticketId: before })
  expect(await listed()).toEqual([])
  app.now = new Date(app.now.getTime() + 60_000)
  await billing.turnOn()
  expect(await listed()).toEqual([])

  const completed = await createTicket(2)
  await tickets.finalize({ ticketId: completed })
  await tickets.complete({ ticketId: completed })
  app.now = new Date(app.now.getTime() + 60_000)
  const finalized = await createTicket(1)
  await tickets.finalize({ ticketId: finalized })
  const free = await createTicket(0)
  await tickets.finalize({ ticketId: free })
  app.now = new Date(app.now.getTime() + 60_000)
  const inWork = await createTicket(1)
  await billing.recordDeposit({ ticketId: inWork, amount: 50, method: 'cash', received: 0 })
  const { totals } = await tickets.get({ ticketId: inWork })
  const hour = totals?.totalBalance ?? 0
  expect(hour).toBeGreaterThan(0)
  const of = { customer: 'June Park', since: expect.any(Date), held: 0 }
  const rows = [
    [inWork, { ...of, state: 'active', totalBalance: hour, held: 50 }],
    [finalized, { ...of, state: 'completed', totalBalance: hour }],
    [completed, { ...of, state: 'recorded', totalBalance: 2 * hour }],
  ]
  expect(await listed()).toEqual(rows)

  const { invoiceId } = await billing.issueInvoice({ ticketId: finalized, expectedTotal: hour })
  expect(await listed()).toEqual([rows[0], rows[2]])
  await billing.issueCreditNote({ ticketId: finalized, invoiceId, amount: hour, reason: 'Wrong customer' })
  expect(await listed()).toEqual(rows)
  await tickets.finalize({ ticketId: inWork })
  await billing.issueInvoice({ ticketId: inWork, expectedTotal: hour })
  expect(await listed()).toEqual([rows[1], rows[2]])
})

test('what waited for an invoice when billing was turned off waits again once it is on', async () => {
  const { billing, tickets } = app.as('ray')
  const later = () => {
    app.now = new Date(app.now.getTime() + 60_000)
  }
  const waiting = async () =>
    (await billing.getReceivables()).notInvoiced.tickets.map(({ ticketId }) => ticketId).sort()
  // Nothing may be owed or held.
  for (const { ticketId, invoiceId } of (await billing.getReceivables()).customers.flatMap(
    ({ invoices }) => invoices,
  )) {
    const { invoices, balance } = await billing.getTicket({ ticketId })
    const { total: amount = 0 } = invoices.find(each => each.invoiceId === invoiceId) ?? {}
    await billing.issueCreditNote({ ticketId, invoiceId, amount, reason: 'Billed elsewhere' })
    const { received } = balance
    if (received > 0)
      await billing.refund({
        ticketId,
        amount: received,
        method: 'cash',
        received,
        reason: 'Billed elsewhere',
      })
  }
  const before = await waiting()
  expect(before).toHaveLength(3)
  for (let round = 0; round < 2; round += 1) {
    later()
    await billing.turnOff()
    later()
    const { ticketId } = await tickets.create({ ...june, jobs: [{ problem: 'Door', estimatedTime: 1 }] })
    await tickets.finalize({ ticketId })
    if (round === 0)
      for (const finalized of before)
        if ((await tickets.get({ ticketId: finalized })).state === 'completed')
          await tickets.complete({ ticketId: finalized })
    later()
    await billing.turnOn()
    // Without what was finalized meanwhile.
    expect(await waiting()).toEqual(before)
  }
})

/** Adds copies of a ticket with its invoices, which are due a day later with each. */
async function copyTicket(ticketId: number, copies: number): Promise<void> {
  const columnsOf = async (table: string) => {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
      app.database,
    )
    return rows.map(({ name }) => name)
  }
  const copy = async (table: string, replaced: Readonly<Record<string, RawBuilder<unknown>>>) => {
    const columns = await columnsOf(table)
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map(column => sql.ref(column)))})
      select ${sql.join(columns.map(column => replaced[column] ?? sql.ref(`t.${column}`)))}
      from ${sql.table(table)} t, generate_series(1, ${copies}::integer) as n
      where t.ticket_id = ${ticketId}`.execute(app.database)
  }
  const id = sql`case when t.ticket_id < 500000 then 999999 - n else 100000 + n end`
  await copy('ticket', { ticket_id: id })
  await copy('invoice', {
    ticket_id: id,
    invoice_id: sql`gen_random_uuid()`,
    number: sql`t.number + 2 * n`,
    due_on: sql`t.due_on + n`,
  })
  // As PostgreSQL does by itself within a minute: until then it plans for the few rows there were.
  await sql`analyze ticket, invoice`.execute(app.database)
}

test('beyond 5,000 tickets only those due first are listed, with all that is open on each', async () => {
  const { tickets, billing } = app.as('ray')
  const jobs = ['Awning', 'Step'].map(problem => ({ problem, estimatedTime: 1 }))
  const { ticketId } = await tickets.create({ ...june, jobs })
  const { totals } = await tickets.get({ ticketId })
  const hour = (totals?.totalBalance ?? 0) / 2
  for (const jobNumber of [1, 2])
    await billing.issueInvoice({ ticketId, jobNumbers: [jobNumber], expectedTotal: hour })
  await billing.recordPayment({ ticketId, amount: 1, method: 'cash', due: 2 * hour })
  await copyTicket(ticketId, 5000)
  const { customers, total, isComplete } = await billing.getReceivables()
  const listed = customers.flatMap(({ invoices }) => invoices)
  expect(isComplete).toBe(false)
  expect(listed).toHaveLength(10_000)
  expect(total).toBe(10_000 * hour - 1)
  const own = listed.filter(invoice => invoice.ticketId === ticketId)
  expect(own.map(({ due }) => due)).toEqual([hour - 1, hour])
  const lastDue = addDays(own[0]?.dueOn ?? '', 5000)
  expect(listed.some(({ dueOn }) => dueOn === lastDue)).toBe(false)
})

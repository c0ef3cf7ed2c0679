import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { createKeyedHash } from '#server/config/auth-secret.ts'
import { listReferencedImages } from '#server/features/bookings/referenced-images.ts'
import { deleteClosedCompanies } from '#server/features/platform-admin/delete-company.ts'
import { createFileJournal } from '#server/files/file-journal.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { remindOfInvoices, removeOldPayers } from './invoice-jobs.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** 1.25 h at Bluebonnet's $145.00. */
const TOTAL = 181.25

let app: TestApp
let start: Date
beforeAll(async () => {
  app = await createTestApp()
  start = app.now
  for (const owner of ['dana', 'ray'] as const) await app.as(owner).billing.turnOn()
})
afterAll(() => app.close())

const afterDays = (days: number): Date => new Date(start.getTime() + days * DAY_MS)

async function createInvoiced() {
  const { tickets, billing } = app.as('dana')
  const ticketId = await app.createTicket()
  await tickets.finalize({ ticketId })
  return { ticketId, ...(await billing.issueInvoice({ ticketId, expectedTotal: TOTAL })) }
}

const services = () => ({ database: app.database, publish: () => {} })
const mailContext = () => ({ url: () => app.url, canDeliver: true, contactEmail: null, wake: () => {} })

/** Runs the job as two servers at once, and returns the emails that it queued. */
async function remindAt(now: Date) {
  const context = {
    mailContext: mailContext(),
    keyedHash: createKeyedHash('a secret'),
    rateLimiter: { consumeInTransaction: async () => null },
  }
  const run = () => remindOfInvoices(services(), context, now)
  await Promise.all([run(), run()])
  // They are due later than the app's clock, so nobody sends them.
  return app.database
    .deleteFrom('emailOutbox')
    .where('subject', 'like', '%overdue%')
    .returning(['recipient', 'subject', 'text'])
    .execute()
}

test('of a ticket’s invoices, customers are reminded of those that payments have not reached', async () => {
  const { tickets, billing } = app.as('dana')
  await billing.changeSettings({ reminderDays: 5 })
  const ticketId = await app.createTicket()
  await billing.issueInvoice({ ticketId, jobNumbers: [1], expectedTotal: TOTAL })
  const { jobNumber } = await tickets.addJob({ ticketId, problem: 'Awning', estimatedTime: 1 })
  const second = await billing.issueInvoice({ ticketId, jobNumbers: [jobNumber], expectedTotal: 145 })
  await billing.recordPayment({ ticketId, amount: TOTAL, method: 'cash', due: TOTAL + 145 })
  const { rows } = await sql`
    select invoice_id from due_invoice_reminders(${afterDays(5)}, null, 6)`.execute(app.database)
  expect(rows).toEqual([{ invoiceId: second.invoiceId }])
  const emails = await remindAt(afterDays(5))
  expect(emails.map(({ subject }) => subject)).toEqual([
    `Invoice ${second.number} of Bluebonnet RV is overdue`,
  ])
  expect(emails[0]?.text).toContain('$145.00 is still open.')
  await billing.issueCreditNote({ ticketId, invoiceId: second.invoiceId, amount: 145, reason: 'Wrong' })
  expect(await remindAt(afterDays(12))).toEqual([])
  await billing.changeSettings({ reminderDays: null })
})

test('an invoice is due for a reminder exactly while something of it is open', async () => {
  const { tickets, billing } = app.as('dana')
  await billing.changeSettings({ reminderDays: 5 })
  const ticketId = await app.createTicket()
  const issued: string[] = []
  for (const problem of ['Awning', 'Step', 'Roof']) {
    const { jobNumber } = await tickets.addJob({ ticketId, problem, estimatedTime: 1 })
    const { invoiceId } = await billing.issueInvoice({
      ticketId,
      jobNumbers: [jobNumber],
      expectedTotal: 145,
    })
    issued.push(invoiceId)
  }
  const [first = '', second = '', third = ''] = issued
  const credit = (invoiceId: string, amount: number) =>
    billing.issueCreditNote({ ticketId, invoiceId, amount, reason: 'Wrong' })
  const pay = async (amount: number) => {
    const { due } = (await billing.getTicket({ ticketId })).balance
    await billing.recordPayment({ ticketId, amount, method: 'cash', due })
  }
  const steps: [step: () => Promise<unknown>, due: string[]][] = [
    [() => pay(144.99), [first, second, third]],
    [() => pay(0.01), [second, third]],
    [() => credit(third, 45), [second, third]],
    [() => credit(second, 145), [third]],
    [() => pay(99.99), [third]],
    // What the first one was paid with pays the third.
    [() => credit(first, 145), []],
  ]
  for (const [step, due] of steps) {
    await step()
    const { invoices } = await billing.getTicket({ ticketId })
    expect(invoices.filter(({ open }) => open > 0).map(({ invoiceId }) => invoiceId)).toEqual(due)
    const { rows } = await sql<{ invoiceId: string }>`
      select invoice_id from due_invoice_reminders(${afterDays(5)}, null, 6) where ticket_id = ${ticketId}`.execute(
      app.database,
    )
    expect(rows.map(({ invoiceId }) => invoiceId).sort()).toEqual(due.toSorted())
  }
  const received = 244.99
  await billing.refund({ ticketId, amount: 144.99, method: 'cash', received, reason: 'Credited' })
  await billing.changeSettings({ reminderDays: null })
})

test('customers are reminded once a week of what is overdue, once the owner wants it, until it is stopped or paid', async () => {
  const { billing } = app.as('dana')
  const { ticketId, number, invoiceId } = await createInvoiced()
  const paid = await createInvoiced()
  await billing.recordPayment({ ticketId: paid.ticketId, amount: TOTAL, method: 'cash', due: TOTAL })
  await billing.recordPayment({ ticketId, amount: 81.25, method: 'cash', due: TOTAL })
  expect(await remindAt(afterDays(400))).toEqual([])

  await billing.changeSettings({ reminderDays: 5 })
  expect(await remindAt(afterDays(4))).toEqual([])
  const [email, ...others] = await remindAt(afterDays(5))
  expect(others).toEqual([])
  expect(email).toMatchObject({
    recipient: 'june.park@mail.example',
    subject: `Invoice ${number} of Bluebonnet RV is overdue`,
  })
  expect(email?.text).toContain(`Invoice ${number} was due on Thu, Nov 20, 2025. $100.00 is still open.`)
  expect(await remindAt(afterDays(11))).toEqual([])
  expect(await remindAt(afterDays(12))).toHaveLength(1)

  const customerId = (await app.as('dana').tickets.get({ ticketId })).customerId ?? ''
  const agree = (agreesToEmail: boolean) => app.as('walt').customers.change({ customerId, agreesToEmail })
  await agree(false)
  expect(await remindAt(afterDays(20))).toEqual([])
  await agree(true)

  const stop = (areStopped: boolean) => app.as('walt').billing.setReminders({ invoiceId, areStopped })
  await stop(true)
  expect(await remindAt(afterDays(20))).toEqual([])
  expect((await billing.getReceivables()).customers[0]?.invoices[0]).toMatchObject({
    ...{ number, isStopped: true, reminderCount: 2, remindedAt: afterDays(12) },
  })
  await stop(false)
  expect(await remindAt(afterDays(20))).toHaveLength(1)
  let sent = 3
  for (const day of [28, 36, 44, 52, 60]) sent += (await remindAt(afterDays(day))).length
  expect(sent).toBe(6)
  const { entries } = await app.as('walt').tickets.activity({ ticketId })
  expect(entries.map(entry => activitySentence(entry))).toContain(
    `Rigwright emailed a reminder of invoice ${number}`,
  )
  await billing.changeSettings({ reminderDays: null })
  expect((await errorOf(app.as('rosa').billing.setReminders({ invoiceId, areStopped: true }))).code).toBe(
    'FORBIDDEN',
  )
  expect((await errorOf(app.as('ray').billing.setReminders({ invoiceId, areStopped: true }))).code).toBe(
    'NOT_FOUND',
  )
})

test('billing is not turned off while anything is owed or held, and hides all of it afterwards', async () => {
  const { billing, tickets } = app.as('dana')
  const before = await dumpDatabase(app.database)
  const [customer] = (await billing.getReceivables()).customers
  const { ticketId = 0, due = 0 } = customer?.invoices[0] ?? {}
  expect((await errorOf(billing.turnOff())).message).toBe(
    `$100.00 is due on ticket ${ticketId}. Take it, credit it or refund it first.`,
  )
  expect(await dumpDatabase(app.database)).toBe(before)
  await billing.recordPayment({ ticketId, amount: due, method: 'card', due })
  await billing.turnOff()
  expect(await billing.getTicket({ ticketId })).toMatchObject({ isOn: false, invoices: [] })
  const [balance] = await tickets.balances({ ticketIds: String(ticketId) })
  expect(balance?.moneyState).toBeNull()
  await billing.turnOn()
  expect(await billing.getTicket({ ticketId })).toMatchObject({ isOn: true, state: 'paid' })
})

test('an invoice loses name and address after the years that its company chose, and nothing else', async () => {
  const { billing } = app.as('dana')
  await billing.changeSettings({ retentionYears: 3 })
  const { ticketId, invoiceId } = await createInvoiced()
  await billing.issueCreditNote({ ticketId, invoiceId, amount: TOTAL, reason: 'Wrong customer' })
  const issuedOn = async (day: string) => {
    await app.database
      .updateTable('invoice')
      .set({ issuedOn: day })
      .where('ticketId', '=', ticketId)
      .execute()
    await removeOldPayers(app.database, start)
    return (await billing.getTicket({ ticketId })).invoices[0]
  }
  const before = await issuedOn('2022-11-21')
  expect(before?.payer.name).toBe('June Park')
  const removed = await issuedOn('2022-11-19')
  expect(removed).toEqual({ ...before, payer: { name: 'Former customer', address: '' } })
  const { rows } = await sql`select from invoice
    where ticket_id = ${ticketId} and document::text like '%June%'`.execute(app.database)
  expect(rows).toEqual([])
})

test('a deleted company’s invoices and payments stay out of reach for those years, and then go', async () => {
  const { companies, billing } = app.as('dana')
  const { ticketId, number } = await createInvoiced()
  await billing.recordDeposit({ ticketId: await app.createTicket(), amount: 5, method: 'cash', received: 0 })
  await billing.recordPayment({ ticketId, amount: TOTAL, method: 'check', due: TOTAL })
  const { rows: before } = await sql<{ count: number }>`
    select (select count(*) from invoice) + (select count(*) from ledger_entry) as count`.execute(
    app.database,
  )
  await companies.close({ password: PASSWORD })
  const files = await createFileJournal({
    files: createFakeFileStore(),
    folder: await mkdtemp(join(inject('postgres').folder, 'journal-')),
    unitOfWorkServices: services(),
    listReferencedImages,
    log: (message, error) => app.loggedErrors.push({ message, error }),
  })
  await deleteClosedCompanies({
    ...services(),
    ...files,
    mailContext: mailContext(),
    now: () => afterDays(31),
  })

  const retained = async () => {
    const { rows } = await sql<{ content: { number?: number; total?: number } }>`
      select content from retained_document where company_id = ${app.ids.dana}`.execute(app.database)
    return rows.map(({ content }) => content)
  }
  const { rows: left } = await sql`
    select invoice_id from invoice union all select entry_id from ledger_entry`.execute(app.database)
  expect(left).toEqual([])
  const documents = await retained()
  expect(documents).toHaveLength(before[0]?.count ?? 0)
  expect(documents).toContainEqual(expect.objectContaining({ number: Number(number), total: 18_125 }))
  await removeOldPayers(app.database, afterDays(3 * 365))
  expect((await retained()).length).toBeGreaterThan(0)
  await removeOldPayers(app.database, afterDays(3 * 365 + 2))
  expect(await retained()).toEqual([])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditSentence } from '#domain/audit/audit-sentences.ts'
import { activitySentence } from '#domain/tickets/activity.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkFor, customerOfLink } from '../../../../test/support/customer-fixtures.ts'
import { refusalOf } from '../../../../test/support/database-dump.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  const { billing } = app.as('dana')
  await billing.turnOn()
  await billing.changeSettings({ invoicePrefix: 'R-', paymentTermsDays: 0 })
})
afterAll(() => app.close())

const moneyOf = (ticketId: number) => app.as('dana').billing.getTicket({ ticketId })

/**
 * At Bluebonnet's $145.00 an hour: 1 h of line 1 is $145.00, its motor $289.05, and the supplies on that $28.91 (10 % is
 * $28.905). 2 h of line 2 are $290.00, its seal $10.05. All supplies are 10 % of $299.10, $29.91: $1.00 for line 2.
 */
async function createOpen(jobs = 2) {
  const { tickets } = app.as('dana')
  const all = [
    { problem: 'Slide does not move', estimatedTime: 1 },
    { problem: 'Roof leak', estimatedTime: 2 },
  ]
  const { ticketId } = await tickets.create({ ...june, jobs: all.slice(0, jobs) })
  const motor = { quantity: 1, description: 'Motor', perPartAmount: 289.05, jobNumber: 1 }
  const { partId } = await tickets.addPart({ ticketId, ...motor })
  if (jobs > 1)
    await tickets.addPart({ ticketId, quantity: 1, description: 'Seal', perPartAmount: 10.05, jobNumber: 2 })
  return { ticketId, partId }
}

const FIRST = 462.96
const SECOND = 301.05

const billFirst = (ticketId: number, more = {}) =>
  app.as('walt').billing.issueInvoice({ ticketId, jobNumbers: [1], expectedTotal: FIRST, ...more })

describe('a trip', () => {
  test('is billed while the ticket stays open, and Finalize leaves the rest: together the Total Balance', async () => {
    const { ticketId } = await createOpen()
    const { tickets, billing } = app.as('dana')
    const { proposal } = await moneyOf(ticketId)
    expect(proposal?.jobs).toMatchObject([
      { jobNumber: 1, label: '1. Slide does not move', isDone: false, supplies: 28.91, blockers: [] },
      { jobNumber: 2, supplies: 1, blockers: [] },
    ])
    const trip = { trip: { name: 'Trip, 24 miles', amount: 60 }, expectedTotal: FIRST + 60 }
    const first = await billFirst(ticketId, trip)
    const open = await moneyOf(ticketId)
    expect(open.invoices).toMatchObject([
      {
        number: first.number,
        lines: [{ amount: 145 }, { amount: 289.05 }, { amount: 28.91 }, { amount: 60 }],
        open: 522.96,
      },
    ])
    expect(open.proposal?.jobs?.map(({ jobNumber }) => jobNumber)).toEqual([2])
    const { jobs, state, totals } = await tickets.get({ ticketId })
    expect(state).toBe('active')
    expect(jobs.map(({ billed }) => billed)).toEqual([
      { invoice: first.number, labor: 145, supplies: 28.91 },
      null,
    ])

    // Another rate and another line: what was billed stays as it was.
    await app.as('dana').companies.change({ laborRate: 160 })
    await tickets.addPart({ ticketId, quantity: 1, description: 'Tape', perPartAmount: 0.04 })
    await tickets.finalize({ ticketId })
    const left = await moneyOf(ticketId)
    // 2 h at $160.00 are $320.00; with the seal, the tape and $1.00 of supplies $331.09.
    expect(left.proposal).toMatchObject({
      jobs: null,
      lines: [{ lineId: 'labor-2', amount: 320 }, { amount: 10.05 }, { amount: 0.04 }, { amount: 1 }],
    })
    await billing.issueInvoice({ ticketId, expectedTotal: 331.09 })
    const done = await moneyOf(ticketId)
    expect(done.proposal).toBeNull()
    const { totalBalance = 0 } = (await tickets.get({ ticketId })).totals ?? {}
    expect(totalBalance).toBe(794.05)
    expect(done.invoices.map(({ total }) => total)).toEqual([522.96, 331.09])
    expect(done.balance.charged).toBe(totalBalance + 60)
    expect(totals?.totalBalance).toBe(FIRST + SECOND)
    await app.as('dana').companies.change({ laborRate: 145 })
  })

  test('is in the desk’s activity and the owner’s log, and no technician reads what was billed', async () => {
    const { ticketId } = await createOpen()
    await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
    const { number } = await billFirst(ticketId)
    const sentence = `Walt billed a trip on invoice ${number} for $462.96`
    const { entries } = await app.as('walt').tickets.activity({ ticketId })
    expect(entries.map(entry => activitySentence(entry))).toContain(sentence)
    const log = (await app.as('dana').audit.list({})).entries.filter(({ id }) => id === String(ticketId))
    expect(log.map(auditSentence)).toContain(sentence)
    const seen = await app.as('rosa').tickets.get({ ticketId })
    const nothing = { billed: null, price: null, totalBalance: null, approvedSupplies: null }
    expect(seen).toMatchObject({ totals: null, jobs: [nothing, nothing] })
    expect((await errorOf(app.as('rosa').billing.getTicket({ ticketId }))).code).toBe('FORBIDDEN')
    const bill = app.as('rosa').billing.issueInvoice({ ticketId, jobNumbers: [2], expectedTotal: SECOND })
    expect((await errorOf(bill)).code).toBe('FORBIDDEN')
  })

  test('for nothing is taken back by a credit note of nothing, and its line can be changed again', async () => {
    const { ticketId } = await createOpen()
    const { tickets, billing } = app.as('dana')
    const discounts = [{ percentage: 100, reason: 'Goodwill' }]
    const free = { discounts, expectedTotal: 0 }
    const { invoiceId, number } = await billFirst(ticketId, free)
    const change = () => tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 1.5 })
    expect(await refusalOf(app.database, change)).toMatch(`1. Slide does not move is on invoice ${number}.`)
    const takeBack = () => billing.issueCreditNote({ ticketId, invoiceId, reason: 'Not free after all' })
    await takeBack()
    expect((await moneyOf(ticketId)).state).toBe('credited')
    expect((await tickets.get({ ticketId })).jobs[0]?.billed).toBeNull()
    await change()
    await tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 1 })
    expect(await refusalOf(app.database, takeBack)).toBe(`Nothing is left of invoice ${number} to take back.`)

    await billFirst(ticketId)
    await tickets.finalize({ ticketId })
    const final = await billing.issueInvoice({ ticketId, ...free })
    const reopen = () => tickets.reopen({ ticketId })
    expect(await refusalOf(app.database, reopen)).toMatch(final.number)
    await billing.issueCreditNote({ ticketId, invoiceId: final.invoiceId, reason: 'Not free after all' })
    const { notInvoiced } = await billing.getReceivables()
    expect(notInvoiced.tickets).toContainEqual(expect.objectContaining({ ticketId, totalBalance: SECOND }))
    await reopen()
  })

  test('bills no line twice, none without a price, and none that a clock runs on or the customer has not approved', async () => {
    const { ticketId } = await createOpen()
    const { tickets, approvals } = app.as('dana')
    const bill = (jobNumbers: number[], expectedTotal = 1) =>
      refusalOf(app.database, () =>
        app.as('dana').billing.issueInvoice({ ticketId, jobNumbers, expectedTotal }),
      )
    const { number } = await billFirst(ticketId)
    expect(await bill([1, 2])).toBe(
      `1. Slide does not move is on invoice ${number}. Make a credit note for all of it first.`,
    )
    expect(await bill([9])).toBe('That job line is no longer on the ticket.')
    expect(await bill([2])).toBe('The invoice comes to $301.05 now. Check it and issue it again.')
    const free = await tickets.addJob({ ticketId, problem: 'Look at the steps', estimatedTime: 0 })
    expect(await bill([free.jobNumber])).toBe('Add hours or parts to 3. Look at the steps first.')
    await tickets.addPart({ ticketId, quantity: 1, description: 'Step', jobNumber: 3 })
    expect(await bill([3])).toBe('Add prices for Step first.')
    await approvals.request({ ticketId, jobNumbers: [2], note: '' })
    expect(await bill([2])).toBe(
      'June has not responded about 2. Roof leak. Record their answer or cancel the request.',
    )
    const { lines } = await approvals.get({ ticketId })
    const version = lines.find(({ jobNumber }) => jobNumber === 2)?.version ?? ''
    await approvals.recordAnswer({ name: 'June Park', ticketId, jobNumber: 2, answer: 'declined', version })
    expect(await bill([2])).toBe('The customer declined 2. Roof leak, so it is not billed.')
    expect((await moneyOf(ticketId)).proposal?.jobs?.map(({ jobNumber }) => jobNumber)).toEqual([3])
    await tickets.assign({ ticketId, employeeId: app.ids.rosa })
    const { jobNumber } = await tickets.addJob({ ticketId, problem: 'Awning', estimatedTime: 1 })
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber })
    expect(await bill([4])).toBe('A technician is still clocked in on 4. Awning. Clock out first.')
    const nothing = app.as('dana').billing.issueInvoice({ ticketId, jobNumbers: [], expectedTotal: 0 })
    expect(await errorOf(nothing)).toMatchObject({ fields: { jobNumbers: 'Choose at least one job line.' } })
  })

  test('fixes its lines until its invoice is wholly credited', async () => {
    const { ticketId, partId } = await createOpen()
    const { tickets, approvals, billing } = app.as('dana')
    const { invoiceId, number } = await billFirst(ticketId)
    const sentence = `1. Slide does not move is on invoice ${number}. Make a credit note for all of it first.`
    const job = { ticketId, jobNumber: 1 }
    const part = { quantity: 1, description: 'Fuse', perPartAmount: 2, jobNumber: 1 }
    for (const change of [
      () => tickets.changeJob({ ...job, estimatedTime: 3 }),
      () => tickets.removeJob(job),
      () => tickets.addPart({ ticketId, ...part }),
      () => tickets.changePart({ ticketId, partId, perPartAmount: 300 }),
      () => tickets.changePart({ ticketId, partId, jobNumber: 2 }),
      () => tickets.removePart({ ticketId, partId }),
      () => approvals.request({ ticketId, jobNumbers: [1], note: '' }),
    ])
      expect(await refusalOf(app.database, change)).toBe(sentence)
    // Words and other lines stay free.
    await tickets.changeJob({ ...job, correction: 'Replaced the motor' })
    await tickets.addPart({ ticketId, ...part, jobNumber: 2 })
    await billing.issueCreditNote({ ticketId, invoiceId, amount: 100, reason: 'Goodwill' })
    expect(await refusalOf(app.database, () => tickets.changeJob({ ...job, estimatedTime: 3 }))).toBe(
      sentence,
    )
    await billing.issueCreditNote({ ticketId, invoiceId, amount: FIRST - 100, reason: 'Wrong' })
    await tickets.changeJob({ ...job, estimatedTime: 3 })
    expect((await moneyOf(ticketId)).proposal?.jobs?.map(({ jobNumber }) => jobNumber)).toEqual([1, 2])
  })

  test('that has all of the ticket lets it be finalized, reopened and completed without another invoice', async () => {
    const { ticketId } = await createOpen(1)
    const { tickets, billing } = app.as('dana')
    const { number } = await billFirst(ticketId)
    await tickets.finalize({ ticketId })
    expect((await moneyOf(ticketId)).proposal).toBeNull()
    expect(await refusalOf(app.database, () => billing.issueInvoice({ ticketId, expectedTotal: 0 }))).toBe(
      `Invoice ${number} was already issued for this ticket.`,
    )
    await tickets.reopen({ ticketId })
    await tickets.finalize({ ticketId })
    await tickets.complete({ ticketId })
    const { notInvoiced } = await billing.getReceivables()
    expect(notInvoiced.tickets.map(each => each.ticketId)).not.toContain(ticketId)
  })

  test('keeps its ticket from being closed until it is paid', async () => {
    const { ticketId } = await createOpen(1)
    const { tickets, billing } = app.as('dana')
    const { number } = await billFirst(ticketId)
    const close = () => tickets.close({ ticketId, reason: 'customer', note: '' })
    expect(await refusalOf(app.database, close)).toBe(
      `$462.96 is due on invoice ${number}. Take the payment or make a credit note first.`,
    )
    await billing.recordPayment({ ticketId, amount: FIRST, method: 'cash', due: FIRST })
    await close()
  })

  test('is billed once by 64 desks at once, each line on one invoice, without a gap in the numbers', {
    timeout: 120_000,
  }, async () => {
    const jobs = Array.from({ length: 8 }, (_, index) => ({ problem: `Line ${index + 1}`, estimatedTime: 1 }))
    const { ticketId } = await app.as('dana').tickets.create({ ...june, jobs })
    const { nextInvoiceNumber: first } = await app.as('dana').billing.getSettings()
    const answers = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) =>
        app.as(index % 2 === 0 ? 'dana' : 'walt').billing.issueInvoice({
          ...{ ticketId, jobNumbers: [(index % 8) + 1], expectedTotal: 145 },
        }),
      ),
    )
    const numbers = answers.flatMap(answer =>
      answer.status === 'fulfilled' ? [Number(answer.value.number.replace('R-', ''))] : [],
    )
    expect(numbers.sort((one, other) => one - other)).toEqual(jobs.map((_, index) => first + index))
    const { invoices, balance } = await moneyOf(ticketId)
    const lines = invoices.flatMap(invoice => invoice.lines.map(({ lineId }) => lineId))
    expect(lines.sort()).toEqual(jobs.map((_, index) => `labor-${index + 1}`))
    expect(balance.charged).toBe(8 * 145)
    expect(app.loggedErrors).toEqual([])
  })
})

test('payments pay the oldest invoice first: desk, customer, receivables and export say what is open of each', async () => {
  const { ticketId } = await createOpen()
  const { billing, tickets } = app.as('dana')
  await billing.recordDeposit({ ticketId, amount: 100, method: 'cash', received: 0 })
  const first = await billFirst(ticketId)
  await tickets.finalize({ ticketId })
  const second = await billing.issueInvoice({ ticketId, expectedTotal: SECOND })
  const due = FIRST + SECOND - 100
  expect((await moneyOf(ticketId)).invoices.map(({ open }) => open)).toEqual([362.96, SECOND])
  await billing.recordPayment({ ticketId, amount: 400, method: 'check', due })
  const money = await moneyOf(ticketId)
  expect(money).toMatchObject({ state: 'partly-paid', balance: { due: 264.01 } })
  expect(money.invoices.map(({ open }) => open)).toEqual([0, 264.01])
  const token = await createLinkFor(app, ticketId)
  const { client } = await customerOfLink(app, token)
  const seen = (await client.customerView.get({ token })).money
  expect(seen?.invoices.map(({ number, open }) => [number, open])).toEqual([
    [first.number, 0],
    [second.number, 264.01],
  ])
  const { customers } = await billing.getReceivables()
  const owed = customers.flatMap(({ invoices }) => invoices).filter(each => each.ticketId === ticketId)
  expect(owed.map(({ number, due: left }) => [number, left])).toEqual([[second.number, 264.01]])

  await app.database
    .updateTable('invoice')
    .set({ dueOn: '2025-01-01' })
    .where('invoiceId', '=', first.invoiceId)
    .execute()
  expect((await moneyOf(ticketId)).state).toBe('partly-paid')
  await app.database
    .updateTable('invoice')
    .set({ dueOn: '2025-01-01' })
    .where('invoiceId', '=', second.invoiceId)
    .execute()
  expect((await moneyOf(ticketId)).state).toBe('overdue')
  await billing.recordPayment({ ticketId, amount: 264.01, method: 'cash', due: 264.01 })
  expect((await moneyOf(ticketId)).entries.map(({ kind }) => kind)).toEqual(['deposit', 'payment', 'payment'])
  expect(await moneyOf(ticketId)).toMatchObject({ state: 'paid', balance: { due: 0, held: 0, credit: 0 } })
})

test('a ticket whose rest was not invoiced after Finalize is listed with what is left', async () => {
  const { ticketId } = await createOpen()
  await billFirst(ticketId)
  const listed = async () => {
    const { notInvoiced } = await app.as('dana').billing.getReceivables()
    return notInvoiced.tickets.filter(each => each.ticketId === ticketId)
  }
  expect(await listed()).toEqual([])
  app.now = new Date(app.now.getTime() + 60_000)
  await app.as('dana').tickets.finalize({ ticketId })
  expect(await listed()).toMatchObject([{ totalBalance: SECOND, held: 0 }])
  await app.as('dana').billing.issueInvoice({ ticketId, expectedTotal: SECOND })
  expect(await listed()).toEqual([])
})

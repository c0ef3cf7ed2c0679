import { afterAll, beforeAll, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { createFakeTransport } from '#server/mail/mail-transport.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const mailTransport = createFakeTransport()

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ mailTransport })
})
afterAll(() => app.close())

const depositOf = async (ticketId: number) => (await app.as('walt').billing.getTicket({ ticketId })).deposit

test('a company that does not bill here asks for no deposit, and its customers see no money', async () => {
  const { ticketId, token, client } = await createLinkedTicket(app)
  const asked = app.as('walt').approvals.request({ ticketId, jobNumbers: [1], deposit: 100 })
  expect((await errorOf(asked)).message).toMatch(/^Billing is off/)
  expect((await client.customerView.get({ token })).money).toBeNull()
})

test('a deposit is asked for with an approval, and desk and customer see how much of it has come', async () => {
  await app.as('dana').billing.turnOn()
  const { ticketId, token, client } = await createLinkedTicket(app)
  const walt = app.as('walt')
  expect((await client.customerView.get({ token })).money).toBeNull()
  const tooMuch = walt.approvals.request({ ticketId, jobNumbers: [1], deposit: 9000 })
  expect((await errorOf(tooMuch)).message).toMatch(
    /^The ticket comes to \$.* Ask for a deposit of at most that\.$/,
  )
  await walt.approvals.request({ ticketId, jobNumbers: [1], deposit: 100 })
  expect(await depositOf(ticketId)).toEqual({ asked: 100, due: 100 })
  await expect
    .poll(() => mailTransport.sent.at(-1)?.text, { timeout: 20_000 })
    .toContain('also asks for a deposit.')
  expect(mailTransport.sent.at(-1)?.text).not.toContain('100')
  const { entryId } = await walt.billing.recordDeposit({ ticketId, amount: 40, method: 'cash', received: 0 })
  expect(await depositOf(ticketId)).toEqual({ asked: 100, due: 60 })
  const { money } = await client.customerView.get({ token })
  expect(money).toMatchObject({
    ...{ charged: 0, received: 40, held: 40, due: 0, invoices: [] },
    deposit: { asked: 100, due: 60 },
    entries: [{ entryId, kind: 'deposit', method: 'cash', amount: 40 }],
  })
  // Asked again with another one, the later counts; once it is withdrawn, the earlier line was withdrawn as well.
  await walt.approvals.request({ ticketId, jobNumbers: [1], deposit: 80, again: true })
  expect(await depositOf(ticketId)).toEqual({ asked: 80, due: 40 })
  await walt.approvals.withdraw({ ticketId, jobNumber: 1 })
  expect(await depositOf(ticketId)).toBeNull()
})

test('an invoice ends it: a deposit counts for the invoice, and the customer sees what is due', async () => {
  const { ticketId, token, client } = await createLinkedTicket(app)
  const walt = app.as('walt')
  await walt.approvals.request({ ticketId, jobNumbers: [1], deposit: 100 })
  await walt.billing.recordDeposit({ ticketId, amount: 40, method: 'cash', received: 0 })
  const [line] = (await walt.approvals.get({ ticketId })).lines
  await walt.approvals.recordAnswer({
    name: 'June Park',
    ticketId,
    jobNumber: 1,
    version: line?.version ?? '',
    answer: 'approved',
  })
  expect(await depositOf(ticketId)).toEqual({ asked: 100, due: 60 })
  await walt.tickets.finalize({ ticketId })
  const { number } = await walt.billing.issueInvoice({ ticketId, expectedTotal: 181.25 })
  expect(await depositOf(ticketId)).toBeNull()
  const before = { balanceHint: 'Before tax, fees and discounts' }
  expect((await walt.tickets.get({ ticketId })).totals).toMatchObject(before)
  const { money, totals } = await client.customerView.get({ token })
  expect(totals).toMatchObject(before)
  expect(money).toMatchObject({
    ...{ charged: 181.25, received: 40, held: 0, due: 141.25, deposit: null },
    invoices: [{ number, total: 181.25, creditNotes: [] }],
  })
  expect(JSON.stringify(money)).not.toMatch(/Walt|Dana|@/)
})

test('a customer is asked about a price plus tax, if the company usually adds it and no certificate exempts them', async () => {
  const { ticketId, token, client } = await createLinkedTicket(app)
  const walt = app.as('walt')
  await walt.approvals.request({ ticketId, jobNumbers: [1] })
  const hints = async () => {
    const { totalHint } = await client.customerView.listApprovals({ token })
    const { totals } = await client.customerView.get({ token })
    return [totalHint, totals.balanceHint]
  }
  const { billing } = app.as('dana')
  const rate = { name: 'Indiana', percentage: 7, appliesTo: ['labor' as const] }
  await billing.addTaxRate(rate)
  expect(await hints()).toEqual([null, null])
  const { taxRateId } = await billing.addTaxRate({ ...rate, name: 'Elkhart', isDefault: true })
  expect(await hints()).toEqual(['Plus tax', 'Plus tax'])
  expect((await walt.tickets.get({ ticketId })).totals).toMatchObject({ balanceHint: null })

  const exemption = { certificateNumber: 'IN-1', expiresOn: '2030-01-01' }
  const customerDetails = { ...june.customerDetails, firstName: 'Ivy' }
  const jobs = [{ problem: 'Roof leak', estimatedTime: 1.25 }]
  const ofNamesake = await walt.tickets.create({ ...june, customerDetails, jobs })
  await walt.tickets.finalize(ofNamesake)
  await walt.billing.issueInvoice({ ...ofNamesake, exemption, expectedTotal: 181.25 })
  expect(await hints(), 'another person with the same email and phone').toEqual(['Plus tax', 'Plus tax'])

  const other = await app.createTicket()
  await walt.tickets.finalize({ ticketId: other })
  await walt.billing.issueInvoice({ ticketId: other, exemption, expectedTotal: 181.25 })
  expect(await hints()).toEqual([null, null])
  await walt.billing.forgetExemption({ ticketId: other })
  expect(await hints()).toEqual(['Plus tax', 'Plus tax'])
  await billing.archiveTaxRate({ taxRateId })
  expect(await hints()).toEqual([null, null])
})

test('a deposit can be taken back alone until it is paid: the lines stay asked for, and the customer is asked for none', async () => {
  const { ticketId, token, client } = await createLinkedTicket(app)
  const walt = app.as('walt')
  await app.as('ray').billing.turnOn()
  const withdraw = (asked: number) => walt.billing.withdrawDeposit({ ticketId, asked })
  expect((await errorOf(withdraw(100))).message).toBe('No deposit is asked for on this ticket.')
  await walt.approvals.request({ ticketId, jobNumbers: [1], deposit: 50 })
  await walt.approvals.request({ ticketId, jobNumbers: [1], deposit: 100, again: true })
  expect((await errorOf(withdraw(50))).message).toBe(
    'A deposit of $100.00 is asked for now. Check it and take it back again.',
  )
  expect((await errorOf(app.as('rosa').billing.withdrawDeposit({ ticketId, asked: 100 }))).code).toBe(
    'FORBIDDEN',
  )
  expect((await errorOf(app.as('ray').billing.withdrawDeposit({ ticketId, asked: 100 }))).code).toBe(
    'NOT_FOUND',
  )
  await withdraw(100)
  // Nor for the one before.
  expect(await depositOf(ticketId)).toBeNull()
  const tracked = await client.customerView.get({ token })
  expect(tracked.money).toBeNull()
  expect((await walt.approvals.get({ ticketId })).lines).toMatchObject([{ request: { state: 'open' } }])
  const [entry] = (await walt.tickets.activity({ ticketId })).entries
  expect(entry && activitySentence(entry)).toBe('Walt stopped asking for a deposit')

  await walt.approvals.request({ ticketId, jobNumbers: [1], deposit: 80, again: true })
  await walt.billing.recordDeposit({ ticketId, amount: 80, method: 'cash', received: 0 })
  expect((await errorOf(withdraw(80))).message).toBe('The deposit was paid. Refund it instead.')
  expect(await depositOf(ticketId)).toEqual({ asked: 80, due: 0 })
})

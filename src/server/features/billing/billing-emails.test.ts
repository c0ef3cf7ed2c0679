import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeTransport } from '#server/mail/mail-transport.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkFor } from '../../../../test/support/customer-fixtures.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const mailTransport = createFakeTransport(true)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ mailTransport })
  await app.as('dana').billing.turnOn()
})
afterAll(() => app.close())

const sent = () => mailTransport.sent.filter(({ subject }) => /invoice|receipt|credit note/.test(subject))

async function createFinalized(email = june.customerDetails.email) {
  const desk = app.as('dana').tickets
  const jobs = [{ problem: 'Roof leak', estimatedTime: 1.25 }]
  const { ticketId } = await desk.create({
    ...june,
    customerDetails: { ...june.customerDetails, email },
    jobs,
  })
  await desk.finalize({ ticketId })
  return ticketId
}

test('an invoice and a receipt go by email only when the desk asks, each with its PDF as of that moment', async () => {
  const { billing } = app.as('walt')
  const ticketId = await createFinalized()
  await billing.recordDeposit({ ticketId, amount: 50, method: 'cash', received: 0 })
  const { number, email } = await billing.issueInvoice({ ticketId, expectedTotal: 181.25, sendByEmail: true })
  expect(email).toBe('posted')
  const paid = { ticketId, method: 'check' as const, reference: '1041' }
  await billing.recordPayment({ ...paid, amount: 31.25, due: 131.25, sendByEmail: true })
  await billing.recordPayment({ ...paid, amount: 100, due: 100 })
  await expect.poll(() => sent().length, { timeout: 20_000 }).toBe(2)
  const [invoice, receipt] = sent()
  expect(invoice).toMatchObject({
    recipient: june.customerDetails.email,
    senderName: 'Bluebonnet RV',
    subject: `Your invoice ${number} from Bluebonnet RV`,
    attachment: { fileName: `Invoice ${number}.pdf` },
  })
  expect(invoice?.text).toContain('Total: $181.25\nBalance due: $131.25')
  expect(invoice?.text).toMatch(/\/follow\/\S+\n/)
  expect(wordsOf(readPdf(invoice?.attachment?.bytes ?? new Uint8Array()))).toContain('Balance due $131.25')
  expect(receipt).toMatchObject({
    subject: 'Your receipt from Bluebonnet RV',
    attachment: { fileName: `Receipt ${ticketId}-2.pdf` },
  })
  expect(wordsOf(readPdf(receipt?.attachment?.bytes ?? new Uint8Array()))).toContain('Balance due $100.00')
})

test('the email that the RV is ready waits for the invoice and has it, or goes when the ticket is completed without one', async () => {
  const ticketId = await createFinalized()
  await app.as('dana').tickets.reopen({ ticketId })
  await createLinkFor(app, ticketId)
  const { billing, tickets } = app.as('dana')
  const ready = () => mailTransport.sent.filter(({ subject }) => subject.startsWith('Your RV is ready'))
  const before = ready().length
  const proposesIt = async () => (await billing.getTicket({ ticketId })).proposal?.withReadyEmail
  expect((await tickets.finalize({ ticketId })).email).toBeUndefined()
  expect(await proposesIt()).toBe(true)
  // One email, also if the desk asks for the invoice's own.
  const first = await billing.issueInvoice({ ticketId, expectedTotal: 181.25, sendByEmail: true })
  expect(first.email).toBe('posted')
  await expect.poll(() => ready().length, { timeout: 20_000 }).toBe(before + 1)
  expect(ready().at(-1)).toMatchObject({
    subject: 'Your RV is ready at Bluebonnet RV: $181.25',
    text: expect.stringContaining('Your invoice comes to $181.25. $181.25 is due. See the work:'),
    attachment: { fileName: `Invoice ${first.number}.pdf` },
  })
  expect(sent().filter(({ subject }) => subject.includes(first.number))).toEqual([])

  // A corrected invoice is no news that the RV is ready.
  const { invoiceId } = first
  await billing.issueCreditNote({ ticketId, invoiceId, amount: 181.25, reason: 'Wrong payer' })
  expect(await proposesIt()).toBe(false)
  expect((await billing.issueInvoice({ ticketId, expectedTotal: 181.25 })).email).toBeNull()
  expect((await tickets.complete({ ticketId })).email).toBeUndefined()

  const other = await createFinalized()
  await tickets.reopen({ ticketId: other })
  await createLinkFor(app, other)
  await tickets.finalize({ ticketId: other })
  expect((await tickets.complete({ ticketId: other })).email).toBe('posted')
  await expect.poll(() => ready().length, { timeout: 20_000 }).toBe(before + 2)
  expect(ready().at(-1)).toMatchObject({
    text: expect.stringContaining("it's ready. Your invoice follows. See the work:"),
    attachment: { fileName: `Service Ticket ${other}.pdf` },
  })
})

test('without an email address it is refused, and nothing is issued', async () => {
  const ticketId = await createFinalized('lost@mail.example')
  // As an imported ticket.
  await app.database.updateTable('ticket').set({ email: '' }).where('ticketId', '=', ticketId).execute()
  const { billing } = app.as('walt')
  expect(
    await errorOf(billing.issueInvoice({ ticketId, expectedTotal: 181.25, sendByEmail: true })),
  ).toMatchObject({
    fields: { sendByEmail: 'This customer has no email address. Add one to the ticket first.' },
  })
  expect((await billing.getTicket({ ticketId })).invoices).toEqual([])
})

test('over the limit of emails the invoice is issued, and the desk reads that it was not sent', async () => {
  const strict = await createTestApp({ rateLimits: true, mailTransport, connection: app.connection })
  const ticketId = await createFinalized('flooded@mail.example')
  const { billing } = strict.as('walt')
  let outcome: string | null = 'posted'
  let received = 0
  for (; outcome === 'posted' && received < 100; received += 1) {
    const deposit = { ticketId, amount: 1, method: 'cash' as const, received }
    outcome = (await billing.recordDeposit({ ...deposit, sendByEmail: true })).email
  }
  expect(outcome).toBe('too-many')
  expect(received).toBeLessThan(100)
  expect((await billing.getTicket({ ticketId })).balance.held).toBe(received)
  await strict.close()
})

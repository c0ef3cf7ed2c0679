import { afterAll, beforeAll, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.as('dana').billing.turnOn()
})
afterAll(() => app.close())

const TODAY = '2025-11-20'
/** 1.25 h at Bluebonnet's $145.00. */
const TOTAL = 181.25

async function createInvoiced() {
  const { tickets, billing } = app.as('dana')
  const ticketId = await app.createTicket()
  await tickets.finalize({ ticketId })
  return { ticketId, ...(await billing.issueInvoice({ ticketId, expectedTotal: TOTAL })) }
}

test('each invoice and payment is exported once for a program, and downloaded as often as wanted', async () => {
  const { billing } = app.as('dana')
  const days = { from: TODAY, to: TODAY }
  const { ticketId, invoiceId, number } = await createInvoiced()
  await billing.recordPayment({ ticketId, amount: 100, method: 'check', reference: '=1042', due: TOTAL })
  const first = await billing.exportBooks({ target: 'journal', ...days })
  const nothing = billing.exportBooks({ target: 'journal', ...days })
  expect((await errorOf(nothing)).message).toBe(
    'Nothing of these days is left to export. Download an earlier export again below.',
  )
  await billing.issueCreditNote({ ticketId, invoiceId, amount: 81.25, reason: 'Goodwill' })
  await billing.refund({ ticketId, amount: 1, method: 'cash', received: 100, reason: 'Change' })
  const second = await billing.exportBooks({ target: 'journal', ...days })

  const linesOf = async (exportId: string) =>
    (await billing.getBooks({ exportId })).files[0]?.text.split('\r\n')
  const party = `${number},${ticketId},June Park`
  expect(await linesOf(first.exportId)).toEqual([
    '\ufeffEntry,Date,Kind,Number,Ticket,Customer,Account,Debit,Credit,Memo',
    `1,${TODAY},invoice,${party},Accounts Receivable,181.25,,Invoice ${number}`,
    `1,${TODAY},invoice,${party},Labor Sales,,181.25,1.25 h Roof leak above the bunk`,
    `2,${TODAY},payment,${party},Undeposited Funds,100.00,,"Payment, check =1042"`,
    `2,${TODAY},payment,${party},Accounts Receivable,,100.00,"Payment, check =1042"`,
    '',
  ])
  expect((await linesOf(second.exportId))?.map(line => line.split(',').slice(1, 9).join(' '))).toEqual([
    'Date Kind Number Ticket Customer Account Debit Credit',
    `${TODAY} credit-note CN-1001 ${ticketId} June Park Accounts Receivable  81.25`,
    `${TODAY} credit-note CN-1001 ${ticketId} June Park Labor Sales 81.25 `,
    `${TODAY} refund ${number} ${ticketId} June Park Undeposited Funds  1.00`,
    `${TODAY} refund ${number} ${ticketId} June Park Accounts Receivable 1.00 `,
    '',
  ])

  const online = await billing.exportBooks({ target: 'quickbooks-online', ...days })
  const { files } = await billing.getBooks({ exportId: online.exportId })
  expect(files.map(({ name }) => name)).toEqual([
    ...['customers-1.csv', 'invoices-1.csv', 'credit-notes-1.csv', 'payments-1.csv', 'refunds-1.csv'],
    'README.txt',
  ])
  // What a spreadsheet would run is no formula, and a program reads no apostrophe.
  expect(files[3]?.text).toContain(',1042,')
  expect(files.every(({ encoding }) => encoding === 'utf-8')).toBe(true)
  const desktop = await billing.exportBooks({ target: 'quickbooks-desktop', ...days })
  const [iif] = (await billing.getBooks({ exportId: desktop.exportId })).files
  expect(iif?.encoding).toBe('windows-1252')
  expect(iif?.text).toContain(`TRNS\tINVOICE\t11/20/25\tAccounts Receivable\tJune Park\t181.25\t${number}\t`)
  const { exports } = await billing.getBookkeeping()
  expect(exports.map(({ target, entryCount }) => `${target} ${entryCount}`).sort()).toEqual([
    ...['journal 2', 'journal 2', 'quickbooks-desktop 4', 'quickbooks-online 4'],
  ])
})

test('two exports at once share what there is', async () => {
  const { billing } = app.as('dana')
  await createInvoiced()
  const ask = () => billing.exportBooks({ target: 'journal', from: TODAY, to: TODAY })
  const answers = await Promise.allSettled([ask(), ask()])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { exports } = await billing.getBookkeeping()
  expect(exports.filter(({ entryCount }) => entryCount === 1)).toHaveLength(1)
})

test('another customer of the same name has a name of their own, in every export', async () => {
  const { tickets, billing } = app.as('dana')
  const days = { from: TODAY, to: TODAY }
  await createInvoiced()
  app.now = new Date(app.now.getTime() + 1000)
  const jobs = [{ problem: 'Roof leak', estimatedTime: 1.25 }]
  const customerDetails = { ...june.customerDetails, email: 'other@mail.example', phone: '(575) 555-0342' }
  const { ticketId } = await tickets.create({ ...june, customerDetails, jobs })
  await tickets.finalize({ ticketId })
  const { number } = await billing.issueInvoice({ ticketId, expectedTotal: TOTAL })
  const { exportId } = await billing.exportBooks({ target: 'journal', ...days })
  const { files } = await billing.getBooks({ exportId })
  expect(files[0]?.text).toContain(`,invoice,${number},${ticketId},June Park 0342,`)
  await billing.recordPayment({ ticketId, amount: TOTAL, method: 'cash', due: TOTAL })
  const next = await billing.exportBooks({ target: 'journal', ...days })
  const [later] = (await billing.getBooks({ exportId: next.exportId })).files
  expect(later?.text).toContain(`,payment,${number},${ticketId},June Park 0342,`)
})

test('days in the wrong order are refused beside their field, and another company’s export is not found', async () => {
  const { billing } = app.as('dana')
  const backwards = billing.exportBooks({ target: 'journal', from: TODAY, to: '2025-11-19' })
  expect(await errorOf(backwards)).toMatchObject({ fields: { to: 'Choose the same day or a later one.' } })
  const exportId = (await billing.getBookkeeping()).exports[0]?.exportId ?? ''
  expect((await errorOf(app.as('ray').billing.getBooks({ exportId }))).code).toBe('NOT_FOUND')
  expect((await errorOf(app.as('walt').billing.getBooks({ exportId }))).code).toBe('FORBIDDEN')
  await createInvoiced()
  await app.as('ray').billing.turnOn()
  // Of Bluebonnet's there would be something.
  const asRival = app.as('ray').billing.exportBooks({ target: 'journal', from: TODAY, to: TODAY })
  expect((await errorOf(asRival)).code).toBe('REFUSED')
})

test('what was paid for a credited invoice counts for the next one, also when it is downloaded again later', async () => {
  const { billing, tickets } = app.as('dana')
  const days = { from: TODAY, to: TODAY }
  await billing.exportBooks({ target: 'quickbooks-online', ...days }).catch(() => {})
  const { ticketId, invoiceId, number } = await createInvoiced()
  await billing.recordPayment({ ticketId, amount: TOTAL, method: 'cash', due: TOTAL })
  await billing.issueCreditNote({ ticketId, invoiceId, amount: TOTAL, reason: 'More work' })
  const held = await billing.exportBooks({ target: 'journal', ...days })
  await tickets.reopen({ ticketId })
  await tickets.finalize({ ticketId })
  app.now = new Date(app.now.getTime() + 1000)
  const next = await billing.issueInvoice({ ticketId, expectedTotal: TOTAL })
  const counted = await billing.exportBooks({ target: 'quickbooks-online', ...days })
  const paymentIn = async (exportId: string, file: string) =>
    (await billing.getBooks({ exportId })).files
      .find(({ name }) => name === file)
      ?.text.split('\r\n')
      .find(line => line.includes('which was credited'))
  expect(await paymentIn(held.exportId, 'journal.csv')).toContain(
    `"Payment, cash, Paid for ${number}, which was credited; held for the next invoice"`,
  )
  expect(await paymentIn(counted.exportId, 'payments-1.csv')).toContain(
    `,${next.number},181.25,"Ticket ${ticketId}, paid for ${number}, which was credited; counts for ${next.number}"`,
  )
  const exported = await app.fetch('/api/company/export', { as: 'dana' })
  const { ledgerEntries } = (await exported.json()) as { ledgerEntries: Record<string, unknown>[] }
  const payment = ledgerEntries.find(entry => entry.ticketId === ticketId)
  expect(payment).toMatchObject({ invoiceId, countsForInvoiceId: next.invoiceId, voidsEntryId: null })
})

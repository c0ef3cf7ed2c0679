import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAYMENT_METHODS } from '#domain/billing/ledger.ts'
import { amountAfter } from '../../../../test/support/pdf-amounts.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.as('dana').billing.turnOn()
})
afterAll(() => app.close())

const DAY = '2025-11-20'
const method = fc.constantFrom(...PAYMENT_METHODS)
const share = fc.integer({ min: 1, max: 130 })
const history = fc.record({
  price: fc.integer({ min: 1, max: 99_999 }),
  isTaxed: fc.boolean(),
  deposit: fc.option(fc.integer({ min: 1, max: 40_000 })),
  steps: fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('pay' as const), method, share }),
      fc.record({ kind: fc.constant('refund' as const), method, share }),
      fc.record({ kind: fc.constant('void' as const), share }),
      fc.record({ kind: fc.constant('credit' as const), share }),
    ),
    { maxLength: 4 },
  ),
})
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

const cents = (dollars: number): number => Math.round(dollars * 100)
const part = (dollars: number, percent: number): number => Math.floor((cents(dollars) * percent) / 100) / 100

async function bill({ price, isTaxed, deposit, steps }: History, taxRateId: string): Promise<number> {
  const { billing, tickets } = app.as('dana')
  const ticketId = await app.createTicket()
  await tickets.addPart({ ticketId, quantity: 1, description: 'Motor', perPartAmount: price / 100 })
  const paid = { ticketId, reference: '' }
  if (deposit !== null)
    await billing.recordDeposit({ ...paid, amount: deposit / 100, method: 'cash', received: 0 })
  await tickets.finalize({ ticketId })
  const { proposal } = await billing.getTicket({ ticketId })
  const lines = proposal?.lines ?? []
  const net = lines.reduce((sum, { amount }) => sum + cents(amount), 0)
  // 8.25 % of parts and supplies, half a cent up.
  const base = lines.filter(({ kind }) => kind !== 'labor').reduce((sum, line) => sum + cents(line.amount), 0)
  const tax = isTaxed ? Math.floor((base * 825 + 5000) / 10_000) : 0
  const taxRateIds = isTaxed ? [taxRateId] : []
  const { invoiceId } = await billing.issueInvoice({ ticketId, taxRateIds, expectedTotal: (net + tax) / 100 })
  for (const step of steps) {
    const { balance, invoices, entries } = await billing.getTicket({ ticketId })
    const [invoice] = invoices
    if (step.kind === 'void') {
      const slip = entries.find(({ isVoidable }) => isVoidable)
      if (slip !== undefined) await billing.voidPayment({ ticketId, entryId: slip.entryId, reason: 'x' })
      continue
    }
    const left = (cents(invoice?.total ?? 0) - cents(invoice?.credited ?? 0)) / 100
    const amount = part(
      step.kind === 'pay' ? balance.due : step.kind === 'refund' ? balance.received : left,
      step.kind === 'pay' ? step.share : Math.min(100, step.share),
    )
    if (amount <= 0) continue
    if (step.kind === 'pay')
      await billing.recordPayment({
        ...{ ...paid, amount, method: step.method, due: balance.due, keepAsCredit: true },
      })
    else if (step.kind === 'refund')
      await billing.refund({
        ...{ ...paid, amount, method: step.method, received: balance.received, reason: 'x' },
      })
    else await billing.issueCreditNote({ ticketId, invoiceId, amount, reason: 'x' })
  }
  return ticketId
}

/** What the PDF of a ticket's invoice says that it comes to, and that is due or left as credit. */
async function printedOf(ticketId: number, invoiceId: string) {
  const path = `/api/tickets/${ticketId}/invoices/${invoiceId}/document.pdf`
  const answer = await app.fetch(path, { as: 'dana' })
  const words = wordsOf(readPdf(new Uint8Array(await answer.arrayBuffer()))).replaceAll('- ', '-')
  const credit = words.includes('Your credit') ? amountAfter(words, 'Your credit') : 0
  const due = credit > 0 ? 0 : amountAfter(words, 'Balance due')
  return { total: amountAfter(words, ' Total'), credit, due }
}

test('tickets, invoices as PDF, receivables, the day, sales and the journal agree to the cent, whatever was billed', {
  timeout: 120_000,
}, async () => {
  const { billing } = app.as('dana')
  const rate = { name: 'Texas', percentage: 8.25, appliesTo: ['parts' as const, 'supplies' as const] }
  const { taxRateId } = await billing.addTaxRate(rate)
  const ticketIds: number[] = []
  for (const each of fc.sample(history, 25)) ticketIds.push(await bill(each, taxRateId))

  let [due, credit, received, charged, tax] = [0, 0, 0, 0, 0]
  for (const ticketId of ticketIds) {
    const { balance, invoices } = await billing.getTicket({ ticketId })
    due += cents(balance.due)
    credit += cents(balance.held) + cents(balance.credit)
    received += cents(balance.received)
    charged += cents(balance.charged)
    for (const { taxTotal, creditNotes } of invoices)
      tax += cents(taxTotal) - creditNotes.reduce((sum, note) => sum + cents(note.taxTotal), 0)
  }

  for (const ticketId of ticketIds.slice(0, 5)) {
    const { balance, invoices } = await billing.getTicket({ ticketId })
    const [{ invoiceId = '', total = 0, credited = 0 } = {}] = invoices
    const printed = await printedOf(ticketId, invoiceId)
    expect(printed.total).toBe(cents(total))
    // What is left after an invoice was taken back is no longer the invoice's.
    if (credited < total)
      expect(printed).toMatchObject({ credit: cents(balance.credit), due: cents(balance.due) })
  }

  const { total, totals, customers } = await billing.getReceivables()
  expect(cents(total)).toBe(due)
  expect(Object.values(totals).reduce((sum, amount) => sum + cents(amount), 0)).toBe(due)
  expect(customers.reduce((sum, customer) => sum + cents(customer.total), 0)).toBe(due)

  const { money } = await app.as('dana').endOfDay.get({ day: DAY })
  expect(cents(money?.owed ?? 0)).toBe(due)
  expect(cents(money?.held ?? 0) + cents(money?.credit ?? 0)).toBe(credit)
  expect(cents(money?.invoiced ?? 0) - cents(money?.credited ?? 0)).toBe(charged)

  const day = await billing.getDay({ day: DAY })
  expect(day.totals.reduce((sum, { expected }) => sum + cents(expected), 0)).toBe(received)

  const [month] = (await billing.getSales({ from: '2025-11', to: '2025-11' })).months
  expect(cents(month?.sales ?? 0) + cents(month?.tax ?? 0)).toBe(charged)
  expect(cents(month?.tax ?? 0)).toBe(tax)

  const { exportId } = await billing.exportBooks({ target: 'journal', from: DAY, to: DAY })
  const [file] = (await billing.getBooks({ exportId })).files
  const rows = (file?.text ?? '').split('\r\n').slice(1, -1)
  const balanceIn = (account: string): number =>
    rows
      .map(row => row.split(','))
      .filter(row => row[6] === account)
      .reduce(
        (sum, [, , , , , , , debit, credited]) => sum + cents(Number(debit)) - cents(Number(credited)),
        0,
      )
  expect(balanceIn('Accounts Receivable')).toBe(due - credit)
  expect(balanceIn('Undeposited Funds')).toBe(received)
  expect(balanceIn('Sales Tax Collected') + 0).toBe(-tax + 0)
})

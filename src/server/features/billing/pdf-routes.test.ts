import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkFor, customerOfLink } from '../../../../test/support/customer-fixtures.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let ticketId: number
let invoiceId: string
let noteId: string
let entryId: string
beforeAll(async () => {
  app = await createTestApp()
  const { tickets, billing } = app.as('dana')
  for (const owner of ['dana', 'ray'] as const) await app.as(owner).billing.turnOn()
  const jobs = [{ problem: 'Roof leak above the bunk', estimatedTime: 1.25 }]
  const customerDetails = { ...june.customerDetails, email: 'forget.me@mail.example' }
  ticketId = (await tickets.create({ ...june, customerDetails, jobs })).ticketId
  await tickets.changeJob({ ticketId, jobNumber: 1, cause: 'Sealant cracked', correction: 'Sealed anew' })
  await tickets.addPart({ ticketId, quantity: 2, description: 'Vent lid', perPartAmount: 9.8, jobNumber: 1 })
  await tickets.finalize({ ticketId })
  const issued = await billing.issueInvoice({ ticketId, expectedTotal: 202.81 })
  invoiceId = issued.invoiceId
  noteId = (await billing.issueCreditNote({ ticketId, invoiceId, amount: 2.81, reason: 'Scratched' }))
    .invoiceId
  const paid = { ticketId, amount: 150, method: 'check' as const, reference: '1041' }
  entryId = (await billing.recordPayment({ ...paid, due: 200 })).entryId
})
afterAll(() => app.close())

const paths = () => [`invoices/${invoiceId}`, `invoices/${noteId}`, `payments/${entryId}`]

async function wordsAt(path: string, cookie?: string) {
  const asked = cookie === undefined ? { as: 'walt' as const } : { headers: { cookie } }
  const answer = await app.fetch(`/api${path}/document.pdf`, asked)
  expect(answer.status).toBe(200)
  return wordsOf(readPdf(new Uint8Array(await answer.arrayBuffer()))).replaceAll('- ', '-')
}

describe('the PDFs of a ticket’s money are refused', () => {
  test.each([
    ['visitor', 401],
    ['rosa', 403],
    ['sam', 403],
    ['wyatt', 403],
    ['ray', 404],
  ] as const)('to %s', async (as, status) => {
    for (const path of paths())
      expect((await app.fetch(`/api/tickets/${ticketId}/${path}/document.pdf`, { as })).status).toBe(status)
  })

  test('for another ticket, an unknown document or a page size that does not exist', async () => {
    const other = await app.createTicket('rosa')
    const statusOf = async (path: string) => (await app.fetch(`/api/tickets/${path}`, { as: 'dana' })).status
    for (const path of paths()) expect(await statusOf(`${other}/${path}/document.pdf`)).toBe(404)
    for (const kind of ['invoices', 'payments']) {
      expect(await statusOf(`${ticketId}/${kind}/${randomUUID()}/document.pdf`)).toBe(404)
      expect(await statusOf(`${ticketId}/${kind}/1/document.pdf`)).toBe(400)
    }
    expect(await statusOf(`${ticketId}/${paths()[0]}/document.pdf?pageSize=a3`)).toBe(400)
  })

  test('by link until its question is answered, and by the link of another ticket', async () => {
    const token = await createLinkFor(app, ticketId)
    const other = await createLinkFor(app, await app.createTicket('rosa'))
    const { cookie } = await customerOfLink(app, other)
    for (const path of paths()) {
      const statusOf = async (link: string, headers = {}) =>
        (await app.fetch(`/api/follow/${link}/${path}/document.pdf`, { headers })).status
      expect([
        await statusOf(token),
        await statusOf(token, { cookie }),
        await statusOf(other, { cookie }),
      ]).toEqual([409, 409, 404])
    }
  })
})

test('the desk and the customer get the same invoice, credit note and receipt', async () => {
  const token = await createLinkFor(app, ticketId)
  const { cookie } = await customerOfLink(app, token)
  const [invoice = '', note = '', receipt = ''] = await Promise.all(
    paths().map(path => wordsAt(`/tickets/${ticketId}/${path}`)),
  )
  for (const text of [
    '1. Roof leak above the bunk Cause: Sealant cracked Correction: Sealed anew',
    'Labor 1h15m $145.00 $181.25 Vent lid 2 $9.80 $19.60',
    'Shop supplies $1.96',
    'Subtotal $202.81 Total $202.81 Credit note CN-1001',
    'check 1041 -$150.00 Balance due $50.00',
    'Scan to see this ticket',
  ])
    expect(invoice).toContain(text)
  expect(note).toContain('Reason: Scratched')
  expect(note).toContain('Total credit $2.81')
  expect(receipt).toContain('Amount received $150.00')
  expect(receipt).toContain('Balance due $50.00')
  for (const [index, path] of paths().entries())
    expect(await wordsAt(`/follow/${token}/${path}`, cookie)).toBe([invoice, note, receipt][index])
})

describe('an estimate', () => {
  const readAt = async (path: string, as: 'walt' | 'ray' = 'walt') => {
    const answer = await app.fetch(path, { as })
    expect(answer.status).toBe(200)
    const pdf = readPdf(new Uint8Array(await answer.arrayBuffer()))
    return { sizes: pdf.sizes, words: wordsOf(pdf).replaceAll('- ', '-') }
  }
  const [LETTER, A4] = ['0 0 612 792', '0 0 595.28 841.89']

  test('has the tax of the default rate, the deposit, terms, a place to sign and a code', async () => {
    const { billing, approvals } = app.as('dana')
    const rate = { name: 'Indiana', percentage: 7, appliesTo: ['labor' as const], isDefault: true }
    const { taxRateId } = await billing.addTaxRate(rate)
    await billing.changeSettings({ footText: 'License 4711.', paymentTermsDays: 30 })
    const estimated = await app.createTicket('rosa')
    await createLinkFor(app, estimated)
    await approvals.request({ ticketId: estimated, jobNumbers: [1], deposit: 60 })
    await billing.recordDeposit({ ticketId: estimated, amount: 40, method: 'cash', received: 0 })
    const { words } = await readAt(`/api/tickets/${estimated}/document.pdf`)
    // 7 % of $181.25 is $12.6875.
    for (const text of [
      'Terms Net 30 days',
      'Total Balance $181.25 Indiana 7% on $181.25 $12.69 Estimated total $193.94',
      'Deposit asked for $60.00 Paid so far -$40.00 Deposit still to pay $20.00',
      'Scan to approve and follow the work',
      'Approved by customer Date',
      'License 4711.',
    ])
      expect(words).toContain(text)
    await billing.archiveTaxRate({ taxRateId })
    await billing.changeSettings({ footText: '', paymentTermsDays: 0 })
  })

  test('and every other document has the paper that the company chose, unless another is asked for', async () => {
    const document = `/api/tickets/${await app.createTicket('rosa')}/document.pdf`
    expect((await readAt(document)).sizes).toEqual([LETTER])
    await app.as('dana').billing.changeSettings({ pageSize: 'a4' })
    const all = [document, ...paths().map(path => `/api/tickets/${ticketId}/${path}/document.pdf`)]
    for (const path of all) expect((await readAt(path)).sizes).toEqual([A4])
    expect((await readAt(`${document}?pageSize=letter`)).sizes).toEqual([LETTER])
    const wrongPath = await app.fetch(`${document}?pageSize=a3`, { as: 'walt' })
    expect(wrongPath.status).toBe(400)
    await app.as('dana').billing.changeSettings({ pageSize: 'letter' })
    const wrong = app.as('dana').billing.changeSettings({ pageSize: 'a3' as 'a4' })
    expect(await errorOf(wrong)).toMatchObject({ fields: { pageSize: 'Choose Letter or A4.' } })
  })

  test('of a company that does not bill has none of it', async () => {
    const { tickets, billing } = app.as('ray')
    await billing.turnOff()
    const { ticketId: other } = await tickets.create({ ...june, jobs: [{ problem: 'Awning' }] })
    const { words } = await readAt(`/api/tickets/${other}/document.pdf`, 'ray')
    expect(words).toContain('Total Balance $0.00')
    for (const text of ['Terms', 'Approved by', 'Scan to']) expect(words).not.toContain(text)
    await billing.turnOn()
  })
})

test('after its customer was forgotten, only the owner’s invoice names them', async () => {
  const answer = async (as: 'dana' | 'walt') => {
    const pdf = await app.fetch(`/api/tickets/${ticketId}/invoices/${invoiceId}/document.pdf`, { as })
    return wordsOf(readPdf(new Uint8Array(await pdf.arrayBuffer())))
  }
  await app.as('dana').tickets.complete({ ticketId })
  await app.as('dana').tickets.eraseCustomer({ ticketId })
  const { firstName, lastName } = june.customerDetails
  expect(await answer('dana')).toContain(`Bill to ${firstName} ${lastName}`)
  expect(await answer('walt')).not.toContain(lastName)
})

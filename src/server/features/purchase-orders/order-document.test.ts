import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFakeTransport } from '#server/mail/mail-transport.ts'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const mailTransport = createFakeTransport(true)

let app: TestApp
let orderId: string
let number: number
const VENDOR = { name: 'Lippert', accountNumber: 'A-1', email: 'po@lippert.example', terms: 'Net 30' }
beforeAll(async () => {
  app = await createTestApp({ mailTransport })
  const { vendorId } = await app.as('dana').vendors.add(VENDOR)
  const { ticketId } = await createLinkedTicket(app)
  const pump = { quantity: 3, description: 'Water pump', partNumber: '4008-101', cost: 41.25 }
  const line = await orders().addLine({ vendorId, ticketId, ...pump })
  orderId = line.orderId
  number = line.number
})
afterAll(() => app.close())

const orders = () => app.as('walt').purchaseOrders
const fetchPdf = (as: 'walt' | 'visitor' | 'rosa' | 'ray', id = orderId) =>
  app.fetch(`/api/purchase-orders/${id}/document.pdf`, { as })
const wordsIn = (bytes: Uint8Array) => wordsOf(readPdf(bytes)).replaceAll('- ', '-')

test('a draft is neither printed nor emailed', async () => {
  expect((await fetchPdf('walt')).status).toBe(409)
  const refusal = `Order ${number} is not placed yet. Place it first.`
  expect((await errorOf(orders().email({ orderId }))).message).toBe(refusal)
})

describe('a placed order', () => {
  beforeAll(() => orders().place({ orderId }))

  test.each([
    ['visitor', 401],
    ['rosa', 403],
    ['ray', 404],
  ] as const)('is not printed for %s', async (as, status) => {
    expect((await fetchPdf(as)).status).toBe(status)
  })

  test('is printed with vendor, company and parts, and without the customer', async () => {
    const answer = await fetchPdf('walt')
    expect(answer.status).toBe(200)
    const words = wordsIn(new Uint8Array(await answer.arrayBuffer()))
    for (const part of [`Purchase order`, 'Ship to', 'Lippert', 'A-1', 'Net 30', 'Part 4008-101', '$123.75'])
      expect(words).toContain(part)
    expect(words).not.toMatch(/Hartwell|June/)
    expect((await fetchPdf('walt', randomUUID())).status).toBe(404)
  })

  test('is emailed to its vendor by the desk alone, and says so', async () => {
    expect((await errorOf(app.as('rosa').purchaseOrders.email({ orderId }))).code).toBe('FORBIDDEN')
    expect((await errorOf(app.as('ray').purchaseOrders.email({ orderId }))).code).toBe('NOT_FOUND')
    expect(await orders().email({ orderId })).toEqual({ email: 'posted' })
    const sent = () => mailTransport.sent.find(({ recipient }) => recipient === VENDOR.email)
    await expect.poll(sent).toMatchObject({
      subject: `Purchase order ${number} from Bluebonnet RV`,
      text: expect.stringContaining(`Attached is our purchase order ${number}.\nOur account: A-1\n`),
      attachment: { fileName: `Purchase order ${number}.pdf` },
    })
    expect(wordsIn(sent()?.attachment?.bytes ?? new Uint8Array())).toContain('$123.75')
    const order = (await orders().list({})).orders.find(each => each.orderId === orderId)
    expect(order).toMatchObject({
      ...{ emailedAt: app.now, emailedTo: VENDOR.email, emailedBy: expect.stringContaining('Walt') },
    })
    expect((await app.as('dana').audit.list({})).entries[0]?.verb).toBe('company.email-order')
  })

  test('is not emailed to a vendor without an address, nor once it is closed', async () => {
    const { vendorId } = await app.as('dana').vendors.add({ name: 'Dometic' })
    const other = await orders().addLine({ vendorId, quantity: 1, description: 'Fan', cost: 10 })
    await orders().place({ orderId: other.orderId })
    expect((await errorOf(orders().email({ orderId: other.orderId }))).message).toBe(
      'Dometic has no email address. The owner adds one under Company, Preferences.',
    )
    await orders().close({ orderId })
    expect((await errorOf(orders().email({ orderId }))).message).toBe(`Order ${number} is closed.`)
  })
})

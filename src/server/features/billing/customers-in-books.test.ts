import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BOOKKEEPING_TARGETS } from '#domain/billing/bookkeeping.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { isLongRound } from '../../../../test/support/test-round.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.as('dana').billing.turnOn()
})
afterAll(() => app.close())

const TODAY = '2025-11-20'
/** An hour at Bluebonnet's $145.00, in cents. */
const HOURLY_CENTS = 14_500

type Visit = {
  readonly customer: Partial<typeof june.customerDetails>
  /** Whom the desk picks; omitted for nobody. */
  readonly customerId?: string
  readonly hours?: number
  readonly paid?: number
}

/** An invoiced ticket, with its customer. */
async function invoice({ customer, customerId, hours = 1, paid = 0 }: Visit) {
  const { tickets, billing } = app.as('dana')
  const customerDetails = { ...june.customerDetails, ...customer }
  const jobs = [{ problem: 'Roof leak', estimatedTime: hours }]
  const { ticketId } = await tickets.create({ ...june, customerDetails, jobs, customerId })
  await tickets.finalize({ ticketId })
  const total = (hours * HOURLY_CENTS) / 100
  await billing.issueInvoice({ ticketId, expectedTotal: total })
  if (paid > 0) await billing.recordPayment({ ticketId, amount: paid, method: 'cash', due: total })
  return { ticketId, customerId: (await tickets.get({ ticketId })).customerId ?? '' }
}

const receivables = () => app.as('walt').billing.getReceivables()

/** The tickets of each customer to whom one of these belongs. */
async function groupsOf(ticketIds: readonly number[]) {
  const { customers } = await receivables()
  const groups = customers.map(({ invoices }) => invoices.map(({ ticketId }) => ticketId).sort())
  return groups.filter(([first]) => ticketIds.includes(first ?? 0)).sort()
}

test('customers who are merged while one is invoiced are one customer with both invoices', async () => {
  const ann = { firstName: 'Ann', lastName: 'Racing', email: 'racing@mail.example', phone: '574-555-0821' }
  const first = await invoice({ customer: ann })
  const { tickets, billing, customers } = app.as('dana')
  const customerDetails = { ...june.customerDetails, ...ann, phone: '574-555-0822' }
  const jobs = [{ problem: 'Roof leak', estimatedTime: 1 }]
  const { ticketId } = await tickets.create({ ...june, customerDetails, jobs })
  const { customerId } = await tickets.get({ ticketId })
  await tickets.finalize({ ticketId })
  await Promise.all([
    billing.issueInvoice({ ticketId, expectedTotal: HOURLY_CENTS / 100 }),
    customers.merge({ customerId: customerId ?? '', into: first.customerId }),
  ])
  expect(await groupsOf([first.ticketId, ticketId])).toEqual([[first.ticketId, ticketId].sort()])
})

test('a record’s invoices are one customer’s with any name, email and phone, and a namesake’s are another’s', async () => {
  const ann = { firstName: 'Ann', lastName: 'Bell', email: 'bells@mail.example', phone: '574-555-0811' }
  const first = await invoice({ customer: ann })
  const { customerId } = first
  const moved = await invoice({
    customer: { ...ann, email: 'ann@mail.example', phone: '574-555-0812' },
    customerId,
  })
  const namesake = await invoice({ customer: { ...ann, phone: '574-555-0813' }, hours: 3 })
  const all = [first, moved, namesake].map(({ ticketId }) => ticketId)
  const apart = [[first.ticketId, moved.ticketId].sort(), [namesake.ticketId]].sort()
  expect(await groupsOf(all)).toEqual(apart)
  const listed = (await receivables()).customers.filter(({ name }) => name === 'Ann Bell')
  expect(listed.map(each => [each.customerId, each.total])).toEqual([
    [namesake.customerId, 435],
    [customerId, 290],
  ])
  const owed = async (id: string) => (await app.as('walt').billing.getOfCustomer({ customerId: id })).owed
  expect(await owed(customerId)).toBe(290)
  await app.as('walt').customers.merge({ customerId: namesake.customerId, into: customerId })
  expect(await groupsOf(all)).toEqual([[...all].sort()])
  expect(await owed(namesake.customerId)).toBe(725)
  await app.as('walt').customers.separate({ customerId: namesake.customerId })
  expect(await groupsOf(all)).toEqual(apart)
})

test('what a customer owes counts all of their tickets, and no credit of one for another', async () => {
  const customer = {
    firstName: 'Often',
    lastName: 'Here',
    email: 'often@mail.example',
    phone: '574-555-0821',
  }
  const { ticketId, customerId } = await invoice({ customer, hours: 3, paid: 100 })
  const { billing } = app.as('dana')
  const { customerId: same } = await invoice({ customer, paid: 145 })
  expect(same).toBe(customerId)
  await billing.recordPayment({ ticketId, amount: 35.01, method: 'check', due: 335 })
  // As many newer visits as a page lists.
  const row = await app.database
    .selectFrom('ticket')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .executeTakeFirstOrThrow()
  const { addressKey: _, ...columns } = row
  const transitionedAt = new Date(app.now.getTime() + 1)
  const newer = Array.from({ length: 200 }, (_each, index) => {
    const another = { ticketId: 900_001 + index }
    return { ...columns, ...another, transitionedAt, card: JSON.stringify({ ...columns.card, ...another }) }
  })
  await app.database
    .insertInto('ticket')
    .values(newer as never)
    .execute()
  const { tickets } = await app.as('dana').customers.get({ customerId })
  expect(tickets.map(each => each.ticketId)).not.toContain(ticketId)
  expect(await billing.getOfCustomer({ customerId })).toMatchObject({ owed: 299.99 })
})

const PEOPLE = [
  { firstName: 'Ida', lastName: 'Moss', email: 'moss@mail.example', phone: '574-555-0831' },
  { firstName: 'Ida', lastName: 'Moss', email: 'moss@mail.example', phone: '574-555-0832' },
  { firstName: 'Ivo', lastName: 'Moss', email: 'moss@mail.example', phone: '574-555-0831' },
  { firstName: 'Ida', lastName: 'Moss', email: 'ida@mail.example', phone: '574-555-0831' },
]

const steps = fc.array(
  fc.record({
    isMerge: fc.boolean(),
    one: fc.nat({ max: PEOPLE.length - 1 }),
    other: fc.nat({ max: PEOPLE.length - 1 }),
  }),
  { minLength: 1, maxLength: 6 },
)

test('merging and separating customers leave what is owed and the files of the books as they were, to the cent', async () => {
  const { billing } = app.as('dana')
  const ids: string[] = []
  for (const [index, customer] of PEOPLE.entries()) {
    ids.push((await invoice({ customer, hours: index + 1, paid: index * 10.01 })).customerId)
    await invoice({ customer, paid: 145 })
  }
  expect(new Set(ids).size).toBe(PEOPLE.length)
  const exports: { readonly exportId: string }[] = []
  for (const target of BOOKKEEPING_TARGETS)
    exports.push(await billing.exportBooks({ target, from: TODAY, to: TODAY }))
  const filesOf = () => Promise.all(exports.map(({ exportId }) => billing.getBooks({ exportId })))
  const owedByAll = async () => {
    const groups = new Map<string, number>()
    for (const id of ids) {
      const { customerId } = await app.as('walt').customers.get({ customerId: id })
      const { owed } = await app.as('walt').billing.getOfCustomer({ customerId })
      groups.set(customerId, Math.round(owed * 100))
    }
    return [...groups.values()].reduce((sum, owed) => sum + owed, 0)
  }
  const [before, files, owed] = [await receivables(), await filesOf(), await owedByAll()]
  const entries = () => app.database.selectFrom('ledgerEntry').selectAll().orderBy('entryId').execute()
  const ledger = await entries()

  await fc.assert(
    fc.asyncProperty(steps, async taken => {
      for (const { isMerge, one, other } of taken) {
        const customerId = ids[one] ?? ''
        // Some of them are refused.
        if (isMerge)
          await app
            .as('walt')
            .customers.merge({ customerId, into: ids[other] ?? '' })
            .catch(() => {})
        else await app.as('walt').customers.separate({ customerId })
        const { total, totals, customers } = await receivables()
        expect({ total, totals }).toEqual({ total: before.total, totals: before.totals })
        const cents = customers.map(each => Math.round(each.total * 100))
        expect(cents.reduce((sum, each) => sum + each, 0)).toBe(Math.round(before.total * 100))
        expect(await owedByAll()).toBe(owed)
      }
      expect(await filesOf()).toEqual(files)
      for (const customerId of ids) await app.as('walt').customers.separate({ customerId })
      expect(await receivables()).toEqual(before)
      expect(await filesOf()).toEqual(files)
      expect(await entries()).toEqual(ledger)
    }),
    { numRuns: isLongRound ? 40 : 6 },
  )
}, 120_000)

test('forgetting a customer deletes their certificate, and leaves that of a namesake', async () => {
  const { tickets, billing } = app.as('dana')
  const certify = async (customer: Visit['customer'], certificateNumber: string) => {
    const customerDetails = { ...june.customerDetails, firstName: 'Zed', lastName: 'Last', ...customer }
    const jobs = [{ problem: 'Roof leak', estimatedTime: 1 }]
    const { ticketId } = await tickets.create({ ...june, customerDetails, jobs })
    await tickets.finalize({ ticketId })
    const exemption = { certificateNumber, expiresOn: '2026-01-01' }
    await billing.issueInvoice({ ticketId, exemption, expectedTotal: 145 })
    return { ticketId, customerId: (await tickets.get({ ticketId })).customerId ?? '' }
  }
  const first = await certify({ email: 'old@mail.example' }, 'ZED-1')
  await certify({ email: 'old@mail.example', phone: '574-555-0841' }, 'ZED-2')
  const customer = { firstName: 'Zed', lastName: 'Last', email: 'new@mail.example' }
  const { ticketId } = await invoice({ customer, customerId: first.customerId, paid: 145 })
  await tickets.complete({ ticketId })
  await tickets.eraseCustomer({ ticketId })
  const left = await app.database
    .selectFrom('customerExemption')
    .select('certificateNumber')
    .where('customerName', '=', 'Zed Last')
    .execute()
  expect(left).toEqual([{ certificateNumber: 'ZED-2' }])
})

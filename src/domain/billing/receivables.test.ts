import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { type Cents, cents, sum } from '#domain/lib/money.ts'
import { AGES, type OpenInvoice, receivablesOf } from './receivables.ts'

const TODAY = '2025-11-20'

const invoiceDue = (dueOn: string, more: Partial<OpenInvoice> = {}): OpenInvoice => ({
  ticketId: 412_873,
  customerId: null,
  invoiceId: `due ${dueOn}`,
  number: 'R-1001',
  issuedOn: '2025-06-01',
  dueOn,
  due: cents(100),
  payerName: 'June Park',
  email: 'june@mail.example',
  phone: '(574) 555-0142',
  ...more,
})

const ageOfDue = (dueOn: string) => receivablesOf([invoiceDue(dueOn)], TODAY).customers[0]?.invoices[0]?.age

describe('the age of an invoice', () => {
  test.each([
    ['2025-11-21', 'not-due'],
    ['2025-11-20', '0-30'],
    ['2025-10-21', '0-30'],
    ['2025-10-20', '31-60'],
    ['2025-09-21', '31-60'],
    ['2025-09-20', '61-90'],
    ['2025-08-22', '61-90'],
    ['2025-08-21', 'over-90'],
    ['2024-02-29', 'over-90'],
  ])('due on %s is %s', (dueOn, age) => expect(ageOfDue(dueOn)).toBe(age))
})

test('a customer is a payer’s name with an email, or with a phone number without one', () => {
  const { customers } = receivablesOf(
    [
      invoiceDue('2025-11-01'),
      invoiceDue('2025-11-02', { email: 'JUNE@mail.example', payerName: 'JUNE Park', phone: '' }),
      invoiceDue('2025-11-02', { payerName: 'Al Ruiz', due: cents(50) }),
      invoiceDue('2025-11-03', { email: '' }),
      invoiceDue('2025-11-04', { email: '', phone: '', due: cents(1) }),
      invoiceDue('2025-11-05', { email: '', phone: '', due: cents(2) }),
    ],
    TODAY,
  )
  expect(
    customers.map(({ name, contact, total, invoices }) => [name, contact, total, invoices.length]),
  ).toEqual([
    ['JUNE Park', 'june@mail.example', 200, 2],
    ['June Park', '(574) 555-0142', 100, 1],
    ['Al Ruiz', 'june@mail.example', 50, 1],
    ['June Park', '', 3, 2],
  ])
})

test('the totals by age and those by customer come to what is due, to the cent', () => {
  const invoice = fc
    .record({
      days: fc.integer({ min: -400, max: 400 }),
      due: fc.integer({ min: 1, max: 100_000_000 }),
      person: fc.integer({ min: 0, max: 5 }),
    })
    .map(({ days, due, person }) =>
      invoiceDue(addDays(TODAY, days), { due: due as Cents, email: `${person}@mail.example` }),
    )
  fc.assert(
    fc.property(fc.array(invoice, { maxLength: 60 }), invoices => {
      const { total, totals, customers } = receivablesOf(invoices, TODAY)
      const due = sum(invoices.map(each => each.due))
      expect(total).toBe(due)
      expect(sum(AGES.map(age => totals[age]))).toBe(due)
      expect(sum(customers.map(customer => customer.total))).toBe(due)
      expect(customers.flatMap(customer => customer.invoices)).toHaveLength(invoices.length)
    }),
  )
})

import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { create } from '#domain/tickets/ticket.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { type ReadyBill, readyEmail } from './emails.ts'

const company = {
  companyName: 'Bluebonnet RV',
  companyPhone: '(574) 555-0142',
  laborRate: cents(145_00),
} as unknown as Parameters<typeof readyEmail>[0]

const ticket = create(
  {
    ...{
      ticketId: 412_873,
      customerDetails: june.customerDetails,
      customerRV: { ...june.customerRV, rvImage: null },
    },
    jobs: [{ problem: 'Roof leak', estimatedTime: 1, estimate: false }],
  } as unknown as Parameters<typeof create>[0],
  { id: 'dana', name: 'Dana Reyes' },
  new Date('2025-11-20T19:14:00Z'),
)

test.each<[string, ReadyBill | null, string, string]>([
  ['the total, where the company bills elsewhere', null, ': $145.00', ' Your total is $145.00. See'],
  ['that an invoice follows', 'to-follow', '', ' Your invoice follows. See'],
  [
    'the invoice and what is due of it',
    { total: cents(1370_91), paid: cents(500_00), due: cents(870_91) },
    ': $1,370.91',
    ' Your invoice comes to $1,370.91. $500.00 is paid, and $870.91 is due. See',
  ],
  [
    'that the invoice is paid',
    { total: cents(1370_91), paid: cents(1370_91), due: cents(0) },
    ': $1,370.91',
    ' Your invoice comes to $1,370.91. It is paid. See',
  ],
])('the email that the RV is ready says %s', (_, bill, subject, text) => {
  const email = readyEmail(company, ticket, 'https://shop.example/follow/abc', bill)
  expect(email.subject).toBe(`Your RV is ready at Bluebonnet RV${subject}`)
  expect(email.text).toContain(`it's ready.${text}`)
})

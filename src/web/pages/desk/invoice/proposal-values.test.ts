import { expect, test } from 'vitest'
import { cents, NO_MONEY } from '#domain/lib/money.ts'
import { chargeForTrip, newTrip, type Proposal, proposedValues, toInput } from './proposal-values.ts'

const proposal: Proposal = {
  lines: [
    {
      ...{ lineId: 'labor-1', kind: 'labor', description: 'Roof leak', jobNumber: 1 },
      ...{ quantity: 1.25, amount: cents(181_25) },
    },
  ],
  clocked: [],
  jobs: null,
  taxRates: [
    {
      ...{ taxRateId: 'b1c2', name: 'Indiana', percentage: 10, appliesTo: ['labor'] },
      isDefault: true,
    },
  ],
  feePresets: [],
  trip: { rules: null, miles: null, isMobile: false },
  exemption: null,
  withReadyEmail: false,
  discountLimit: null,
}
const rules: Proposal['trip']['rules'] = {
  kind: 'per-mile',
  freeMiles: 10,
  perMile: cents(2_50),
  ways: 'one-way',
  bands: [],
  minimum: NO_MONEY,
  returnPercentage: 50,
  afterHours: cents(75_00),
}
const mobile: Proposal = { ...proposal, trip: { rules, miles: 35.2, isMobile: true } }

test('a fee by percentage is of the invoice with its tax, before fees', () => {
  const fee = { key: 'f', kind: 'fee', name: 'Card fee', unit: 'percentage', amount: 3 } as const
  const typed = { ...proposedValues(proposal), charges: [fee] }
  // 3 % of $181.25 + $18.13 is $5.9814.
  expect(toInput(100_000, proposal, typed)).toMatchObject({
    fees: [{ name: 'Card fee', amount: 5_98 }],
    expectedTotal: 205_36,
  })
})

test.each([
  ['with its date until it expires', '2031-01-01', false, { isExempt: false, expiresOn: '2031-01-01' }],
  ['without its date once it has expired', '2025-11-19', true, { isExempt: false, expiresOn: '' }],
])('the certificate of an earlier invoice is offered unchecked, %s', (_, expiresOn, isExpired, values) => {
  const exemption = { certificateNumber: 'IN-77', expiresOn, isExpired }
  expect(proposedValues({ ...proposal, exemption })).toMatchObject({ certificateNumber: 'IN-77', ...values })
})

test('the trip of a mobile visit is proposed by the rules, with its miles marked as the straight line', () => {
  // 25.2 × $2.50.
  expect(proposedValues(mobile).charges).toMatchObject([
    { kind: 'trip', name: 'Trip, 35.2 miles (straight line)', amount: 63 },
  ])
})

test.each([
  ['one at the shop', { rules, miles: 35.2, isMobile: false }],
  ['one within the free radius', { rules, miles: 9, isMobile: true }],
  ['one nobody knows the distance of', { rules, miles: null, isMobile: true }],
  ['one of a company without rules', { rules: null, miles: 35.2, isMobile: true }],
])('no trip is proposed for a visit, if it is %s', (_, trip) => {
  expect(proposedValues({ ...proposal, trip }).charges).toEqual([])
})

test('typed miles are charged instead, and no longer marked', () => {
  const trip = { ...newTrip(mobile), miles: 41, isTyped: true, isReturn: true, isAfterHours: true }
  // Half of 31 × $2.50, and $75.00.
  expect(chargeForTrip(mobile, trip)).toMatchObject({ name: 'Trip, 41 miles', amount: 113.75 })
})

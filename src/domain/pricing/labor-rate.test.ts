import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { currentRate, hourlyRateOf } from './labor-rate.ts'

const chosen = { laborRateId: 'diagnostic', name: 'Diagnostic', amount: cents(165_00) }
const raised = { ...chosen, name: 'Diagnostics', amount: cents(180_00) }
const other = { laborRateId: 'warranty', name: 'Warranty', amount: cents(95_00) }

test.each([
  ['follows the company until it is settled', chosen, false, [other, raised], raised],
  ['stays as it was chosen once it is settled', chosen, true, [other, raised], chosen],
  ['stays when the company no longer has it', chosen, false, [other], chosen],
  ['is none without a choice', null, false, [other], null],
])('the rate of a line %s', (_, rate, isSettled, rates, expected) => {
  expect(currentRate(rate, isSettled, rates)).toEqual(expected)
})

test.each([
  ['its own', chosen, cents(145_00), 165_00],
  ['its own, where the company has none', chosen, null, 165_00],
  ['the company’s', null, cents(145_00), 145_00],
  ['nothing known', null, null, null],
])('an hour on a line costs %s', (_, namedRate, laborRate, expected) => {
  expect(hourlyRateOf({ namedRate }, laborRate)).toBe(expected)
})

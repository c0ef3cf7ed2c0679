import { expect, test } from 'vitest'
import { describeAppointment } from './appointment.ts'

const INDIANA = 'America/Indiana/Indianapolis'
const at = new Date('2025-12-02T15:00:00Z')

test.each([
  ['pending', null, 'Requested for Tue, Dec 2, 10:00 AM'],
  ['declined', null, 'Requested for Tue, Dec 2, 10:00 AM'],
  ['active', null, 'Booked Tue, Dec 2, 10:00 AM'],
  ['approval', null, 'Booked Tue, Dec 2, 10:00 AM'],
  ['recorded', null, 'Booked Tue, Dec 2, 10:00 AM'],
  ['closed', 'customer', 'Canceled: Tue, Dec 2, 10:00 AM'],
  ['closed', 'no-show', 'Was booked for Tue, Dec 2, 10:00 AM'],
] as const)('the appointment of a ticket that is %s (%s): %s', (state, closeReason, words) => {
  expect(describeAppointment({ state, closeReason, confirmedAt: null }, at, INDIANA)).toBe(words)
})

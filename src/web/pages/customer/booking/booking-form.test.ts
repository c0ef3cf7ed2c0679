import { expect, test } from 'vitest'
import { EMPTY_BOOKING, toNewBooking } from './booking-form.ts'

test.each([
  ['', 'Will not light', 'Will not light'],
  ['Furnace · Suburban SF-30F', 'Will not light', 'Furnace · Suburban SF-30F: Will not light'],
  // A problem is required, whatever it is with.
  ['Furnace · Suburban SF-30F', ' ', ' '],
])('with the component “%s” the shop reads the problem “%s” as “%s”', (component, problem, read) => {
  const booking = toNewBooking({ ...EMPTY_BOOKING, component, problem })
  expect(booking.problem).toBe(read)
  expect(booking).not.toHaveProperty('component')
})

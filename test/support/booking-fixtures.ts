// A visitor's booking: Lucille's motorhome, at any demo company.

import type * as z from 'zod'
import type { bookingResult, newBooking } from '#contract/bookings.ts'
import { addDays, mondayOf } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { customers } from '#server/seed/demo-accounts.ts'
import type { TestApp } from './test-app.ts'

export type BookingInput = z.input<typeof newBooking>

const [, , , , , lucilleBooking] = customers

/** A Monday at half past ten, when both companies are open, three to nine days ahead: its customer may still change it. */
export const nextMonday = (now: Date): BookingInput['wanted'] => ({
  day: addDays(mondayOf(addDays(dayOf(now, 'UTC'), 2)), 7),
  time: '10:30',
})

export function bookingInputOf(now: Date, changes: Partial<BookingInput> = {}): BookingInput {
  const { address, ...customerDetails } = lucilleBooking.customerDetails
  return {
    problem: 'The furnace lights, then goes out',
    customerDetails,
    customerRV: lucilleBooking.customerRV,
    where: { place: 'site', address, campground: 'Sunny Pines', siteNumber: '14' },
    wanted: nextMonday(now),
    ...changes,
  }
}

export function toFormData(input: unknown, ...photos: readonly Uint8Array<ArrayBuffer>[]): FormData {
  const form = new FormData()
  form.set('booking', JSON.stringify(input))
  for (const photo of photos) form.append('photos', new Blob([photo]), 'picture.png')
  return form
}

/** Sends the form without an account. */
export const sendBooking = (
  app: TestApp,
  body: FormData,
  { at = app.ids.dana, headers = {} }: { at?: string; headers?: Record<string, string> } = {},
): Promise<Response> => app.fetch(`/api/companies/${at}/bookings`, { method: 'POST', body, headers })

/** Books, and returns the form's response. */
export async function bookAs(
  app: TestApp,
  input: BookingInput,
  ...photos: readonly Uint8Array<ArrayBuffer>[]
) {
  const response = await sendBooking(app, toFormData(input, ...photos))
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as z.output<typeof bookingResult>
}

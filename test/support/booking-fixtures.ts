// A stranger books: Lucille's motorhome, as she would type it, at any of the cast's companies.

import type * as z from 'zod'
import type { booked, newBooking } from '#contract/bookings.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { addDays, mondayOf } from '#domain/schedule/schedule.ts'
import { customers } from '#server/seed/demo-accounts.ts'
import type { World } from './test-app.ts'

export type Wish = z.input<typeof newBooking>

const [, , , , , lucille] = customers

/** Monday of the week that follows, at half past ten: both companies are open then. */
export const nextMonday = (now: Date): Wish['wanted'] => ({
  day: addDays(mondayOf(dayOf(now, 'UTC')), 7),
  time: '10:30',
})

export function wishOf(now: Date, changes: Partial<Wish> = {}): Wish {
  const { address, ...customerDetails } = lucille.customerDetails
  return {
    problem: 'The furnace lights, then goes out',
    customerDetails,
    customerRV: lucille.customerRV,
    where: { place: 'site', address, campground: 'Sunny Pines', siteNumber: '14' },
    wanted: nextMonday(now),
    ...changes,
  }
}

export function formOf(wish: unknown, ...photos: readonly Uint8Array<ArrayBuffer>[]): FormData {
  const form = new FormData()
  form.set('booking', JSON.stringify(wish))
  for (const photo of photos) form.append('photos', new Blob([photo]), 'picture.png')
  return form
}

/** Sends the form as somebody without an account. */
export const sendBooking = (
  world: World,
  body: FormData,
  { at = world.ids.dana, headers = {} }: { at?: string; headers?: Record<string, string> } = {},
): Promise<Response> => world.fetch(`/api/companies/${at}/bookings`, { method: 'POST', body, headers })

/** Books, and answers with what the form is told. */
export async function bookAs(world: World, wish: Wish, ...photos: readonly Uint8Array<ArrayBuffer>[]) {
  const answer = await sendBooking(world, formOf(wish, ...photos))
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as z.output<typeof booked>
}

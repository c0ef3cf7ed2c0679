// What the desk adds to a ticket that is in the work history: dated, beside the lines and the money, which stay as they
// are. It is for the company and its customer; the public history does not have it.

import type { Signature } from '#domain/account/actor.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import type { Photo } from '#domain/photos/photo.ts'
import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import type { State, Ticket } from './ticket.ts'

export const MAX_ADDENDA = 20
export const MAX_ADDENDUM_LENGTH = 2000
export const MAX_PHOTOS_PER_ADDENDUM = 12

export type Addendum = {
  readonly addendumId: string
  readonly addedAt: Date
  readonly by: Signature
  readonly text: string
  readonly photos: readonly Photo[]
}

/** As above its text: `Added later, Nov 20, 2025`, on the company's calendar. */
export const addendumLabel = (addedAt: Date, timeZone: string): string =>
  `Added later, ${formatDayWithYear(dayOf(addedAt, timeZone))}`

const ENDED: readonly State[] = ['declined', 'closed']

/** Refuses an addendum to a ticket that can still be changed itself, or that nothing was done on. */
export function assertAddendumPossible(
  { state, lastTransition }: Pick<Ticket, 'state' | 'lastTransition'>,
  addenda: readonly unknown[],
): void {
  if (ENDED.includes(state)) assertNoBlockers([{ code: 'ticket.transitioned', lastTransition }])
  if (state !== 'recorded') assertNoBlockers([{ code: 'ticket.not-yet', step: 'complete' }])
  if (addenda.length >= MAX_ADDENDA) assertNoBlockers([{ code: 'addendum.too-many', most: MAX_ADDENDA }])
}

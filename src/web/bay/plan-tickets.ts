// What to store of the bay: which tickets, which of them to fetch, and which photos.

import { worksOn } from '#domain/account/permission.ts'
import type { BayRecord, Ticket } from './stored-bay.ts'
import type { Changes } from './ticket-changes.ts'

const MAX_TICKETS = 200
const MAX_PHOTOS = 300

/** Today's stops, and the tickets on the board that `account` works on: in progress first, the newest first. */
export const ticketIdsOf = (
  { board: { active, approval, completed }, stops: { stops } }: Pick<BayRecord, 'board' | 'stops'>,
  account: string,
): readonly number[] => {
  const own = [active, approval, completed]
    .flatMap(({ cards }) => cards)
    .filter(card => worksOn(account, card))
  return [...new Set([...stops, ...own].map(({ ticketId }) => ticketId))].slice(0, MAX_TICKETS)
}

/**
 * `assigned`, apart by whether the stored one is still current; and what is stored without being assigned. `complete`:
 * those of the `stored` ones that were current when their round ended.
 */
export function planTickets(
  assigned: readonly number[],
  { stored, complete }: { readonly stored: readonly number[]; readonly complete: readonly number[] },
  { isAll, ticketIds }: Pick<Changes, 'isAll' | 'ticketIds'>,
) {
  const isCurrent = (ticketId: number): boolean =>
    complete.includes(ticketId) && !isAll && !ticketIds.has(ticketId)
  return {
    current: assigned.filter(isCurrent),
    outdated: assigned.filter(ticketId => !isCurrent(ticketId)),
    removed: stored.filter(ticketId => !assigned.includes(ticketId)),
  }
}

/** The addresses of the small images of `tickets`, up to the limit. */
export const photosOf = (tickets: readonly Ticket[]): readonly string[] =>
  tickets
    .flatMap(({ customerDetails, customerRV, jobs, components }) => [
      customerRV.rvImage,
      customerDetails.profileImageUrl,
      ...jobs.flatMap(({ photos }) => photos.map(({ small }) => small)),
      ...(components ?? []).map(({ plate }) => plate?.small ?? null),
    ])
    .filter(url => url !== null)
    .slice(0, MAX_PHOTOS)

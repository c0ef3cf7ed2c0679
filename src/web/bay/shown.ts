// What the bay shows: the server's last answer with every waiting tap done in order. So no reload, refetch or live
// update takes back what was tapped.

import { arrivalAfter } from '#domain/bookings/stops.ts'
import type { Board, Stops } from '#web/api/live/apply-change.ts'
import { updateBoard } from '#web/api/live/update-board.ts'
import type { OutboxEntry } from '#web/bay/outbox/outbox-types.ts'
import type { Clock } from '#web/features/clocks/use-running-clock.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { type BayInputs, jobNumberOf, type Person, ticketIdOf, withEntry } from './bay-commands.ts'

/** Clocks that were stopped meanwhile stop no other ticket's. */
export const shownTicket = (
  ticket: TicketView,
  entries: readonly OutboxEntry[],
  user: Person,
  isStopped: (entry: OutboxEntry) => boolean,
): TicketView =>
  entries.reduce(
    (shown, entry) =>
      ticketIdOf(entry) !== ticket.ticketId && isStopped(entry) ? shown : withEntry(shown, entry, user),
    ticket,
  )

/** The names of a clock's job and customer. */
type ClockNames = Pick<Clock, 'problem' | 'customer'>

/** The person's running clock. `namesOf` knows the names of an entry that started one; null if it was stopped meanwhile. */
export function shownClock(
  clock: Clock | null,
  entries: readonly OutboxEntry[],
  namesOf: (entry: OutboxEntry) => ClockNames | null,
): Clock | null {
  let shown = clock
  for (const entry of entries) {
    const jobNumber = jobNumberOf(entry)
    if (entry.refusal !== null || jobNumber === null) continue
    const ticketId = ticketIdOf(entry)
    if (entry.name === 'clockIn') {
      const names = namesOf(entry)
      if (names !== null) shown = { ticketId, jobNumber, ...names, clockInTime: new Date(entry.tappedAt) }
    } else if (entry.name === 'clockOut' && shown?.ticketId === ticketId && shown.jobNumber === jobNumber)
      shown = null
  }
  return shown
}

/** My Jobs: a ticket that waits to be sent for approval is where it will be. */
export function shownBoard(board: Board, entries: readonly OutboxEntry[]): Board {
  return entries.reduce((shown, entry) => {
    if (entry.refusal !== null || entry.name !== 'askApproval') return shown
    const ticketId = ticketIdOf(entry)
    const card = shown.active.cards.find(other => other.ticketId === ticketId)
    if (card === undefined) return shown
    return updateBoard(shown, ticketId, { ...card, state: 'approval', since: new Date(entry.tappedAt) })
  }, board)
}

/** Today's stops: with when the person arrives, as they last tapped, and that they have arrived. */
export const shownStops = (stops: Stops, entries: readonly OutboxEntry[]): Stops => ({
  ...stops,
  stops: stops.stops.map(before => {
    const taps = entries.filter(entry => entry.refusal === null && ticketIdOf(entry) === before.ticketId)
    const hasArrived = before.state === 'pending' && taps.some(({ name }) => name === 'checkIn')
    const stop = hasArrived ? { ...before, state: 'active' as const } : before
    const setOut = taps.findLast(({ name }) => name === 'setOut')
    if (setOut === undefined) return stop
    const { minutes } = setOut.input as BayInputs['setOut']
    return { ...stop, arrivingAt: arrivalAfter(new Date(setOut.tappedAt), minutes) }
  }),
})

const photosByEntries = new WeakMap<readonly OutboxEntry[], Map<string, OutboxEntry[]>>()

/** The photos of a job line that are only on this device, refused ones too. Thousands may wait: sorted once. */
export function unsentPhotos(
  entries: readonly OutboxEntry[],
  ticketId: number,
  jobNumber: number,
): readonly OutboxEntry[] {
  let photos = photosByEntries.get(entries)
  if (photos === undefined) {
    photos = new Map()
    for (const entry of entries) {
      if (entry.name !== 'addPhoto') continue
      const job = `${ticketIdOf(entry)} ${jobNumberOf(entry)}`
      const ofJob = photos.get(job)
      if (ofJob === undefined) photos.set(job, [entry])
      else ofJob.push(entry)
    }
    photosByEntries.set(entries, photos)
  }
  return photos.get(`${ticketId} ${jobNumber}`) ?? []
}

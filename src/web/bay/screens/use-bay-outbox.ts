import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { dayOf } from '#domain/lib/company-time.ts'
import { api } from '#web/api/client.ts'
import type { Stops } from '#web/api/live/apply-change.ts'
import { meQuery } from '#web/api/session.ts'
import { type Person, queueOf } from '#web/bay/bay-commands.ts'
import {
  closeBayOutbox,
  currentOutbox,
  openBayOutbox,
  outboxEntries,
  subscribeToOutbox,
} from '#web/bay/bay-outbox.ts'
import { clockNames, hasStopped } from '#web/bay/cached-ticket.ts'
import type { OutboxEntry, OutboxState } from '#web/bay/outbox/outbox-types.ts'
import { isTyped, listTexts, subscribeToDrafts } from '#web/bay/outbox/text-drafts.ts'
import { shownClock, shownStops, shownTicket } from '#web/bay/shown.ts'
import { type Clock, useRunningClock } from '#web/features/clocks/use-running-clock.ts'
import { useDraftOwner } from '#web/features/tickets/autosave/finding-drafts.ts'
import { type TicketView, withoutPrices } from '#web/features/tickets/ticket-view.ts'

const NO_ENTRIES: readonly OutboxEntry[] = []

/** What waits on this device and what was refused, in order. */
export const useOutboxEntries = (): readonly OutboxEntry[] =>
  useSyncExternalStore(subscribeToOutbox, outboxEntries, () => NO_ENTRIES)

/** Whether what waits is being sent, or why not; `idle` before the outbox is read. */
export const useOutboxState = (): OutboxState =>
  useSyncExternalStore(
    subscribeToOutbox,
    () => currentOutbox()?.state() ?? 'idle',
    () => 'idle',
  )

/** How many taps the browser deleted with its storage, until the person has seen that. */
export const useLostCount = (): number =>
  useSyncExternalStore(
    subscribeToOutbox,
    () => currentOutbox()?.lostCount() ?? 0,
    () => 0,
  )

export const countOfTaps = (count: number): string => (count === 1 ? '1 tap' : `${count} taps`)

/** The signed-in account, as the server names it; null while unknown. */
export function usePerson(): Person | null {
  const { data: actor } = useQuery(meQuery)
  return useMemo(
    () => (actor !== undefined && 'id' in actor ? { id: actor.id, name: actor.name } : null),
    [actor],
  )
}

/** Whether nobody is signed in, as the server says. */
export const useIsVisitor = (): boolean => useQuery(meQuery).data?.kind === 'visitor'

/** Opens this account's outbox: what waits is sent from now on. After logging out nobody sees it. */
export function useOpenOutbox(): void {
  const queries = useQueryClient()
  const user = usePerson()
  const isVisitor = useIsVisitor()
  useEffect(() => {
    // A tap that needs it tries again.
    if (user !== null) openBayOutbox(queries, user).catch(() => {})
    else if (isVisitor) closeBayOutbox()
  }, [queries, user, isVisitor])
}

/** Which entries started clocks that were stopped meanwhile; updates live. */
function useStoppedKeys(): string {
  const queries = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [queries],
  )
  const stoppedKeys = (): string =>
    outboxEntries()
      .filter(entry => hasStopped(queries, entry))
      .map(({ key }) => key)
      .join(' ')
  return useSyncExternalStore(subscribe, stoppedKeys, () => '')
}

/** A ticket of the bay, from the server's answer: with what was tapped, and without prices. */
export function useShownTicket(): (ticket: TicketView) => TicketView {
  const entries = useOutboxEntries()
  const user = usePerson()
  const stoppedKeys = useStoppedKeys()
  return useCallback(
    ticket =>
      user === null
        ? withoutPrices(ticket)
        : shownTicket(withoutPrices(ticket), entries, user, ({ key }) => stoppedKeys.includes(key)),
    [entries, user, stoppedKeys],
  )
}

/** The user's running clock, also one that only this device knows of. */
export function useShownClock(): Clock | null {
  const queries = useQueryClient()
  const clock = useRunningClock()
  const entries = useOutboxEntries()
  const stoppedKeys = useStoppedKeys()
  return useMemo(
    () =>
      shownClock(clock, entries, entry =>
        stoppedKeys.includes(entry.key) ? null : clockNames(queries, entry),
      ),
    [clock, entries, queries, stoppedKeys],
  )
}

const NO_STOPS: Stops = { day: '', timeZone: 'UTC', stops: [] }

/** The user's visits of today, with what they tapped. None of another day, which a phone without a connection has. */
export function useTodaysStops(now: Date): Stops {
  const { data = NO_STOPS } = useQuery(api.bookings.listStops.queryOptions())
  const entries = useOutboxEntries()
  return useMemo(
    () => (data.day === dayOf(now, data.timeZone) ? shownStops(data, entries) : NO_STOPS),
    [data, entries, now],
  )
}

/** This account's texts, but for what is just being typed: that is saved in a moment. */
function useTextCount(kind: 'waiting' | 'refused', ticketId?: number): number {
  const owner = useDraftOwner()
  return useSyncExternalStore(
    subscribeToDrafts,
    () =>
      listTexts(owner, ticketId).filter(
        text => (text.refused !== undefined) === (kind === 'refused') && !isTyped(text),
      ).length,
    () => 0,
  )
}

/** What of one ticket, or of all, waits or was refused. */
export function useUnsentCounts(ticketId?: number) {
  const textCount = useTextCount('waiting', ticketId)
  const refusedTextCount = useTextCount('refused', ticketId)
  const entries = useOutboxEntries().filter(
    ({ queue }) => ticketId === undefined || queue === queueOf(ticketId),
  )
  const waiting = entries.filter(({ refusal }) => refusal === null)
  return {
    waiting,
    textCount,
    waitingCount: waiting.length + textCount,
    refusedCount: entries.length - waiting.length + refusedTextCount,
  }
}

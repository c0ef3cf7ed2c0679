import { useQueryClient } from '@tanstack/react-query'
import { type ContextType, Fragment, type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { markBayDevice, mustStore, tapInBay } from '#web/bay/bay-outbox.ts'
import { countRestoredDrafts, restoreDrafts, subscribeToDrafts } from '#web/bay/outbox/text-drafts.ts'
import { TicketOutboxContext } from '#web/features/tickets/ticket-outbox.ts'
import { PartMark } from './unsent-mark.tsx'
import { useOpenOutbox, usePerson } from './use-bay-outbox.ts'

/** What is tapped inside is stored on this device first, and sent from there. */
export function BayOutboxProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const user = usePerson()
  useOpenOutbox()
  useEffect(markBayDevice, [])
  const outbox = useMemo<ContextType<typeof TicketOutboxContext>>(
    () =>
      user === null
        ? null
        : {
            tap: (ticketId, name, input, events, details) =>
              void tapInBay(queries, user, { ticketId, name, input, ...details }, events),
            mustStore,
            PartMark,
          },
    [queries, user],
  )
  useEffect(() => void restoreDrafts(), [])
  const restoredCount = useSyncExternalStore(subscribeToDrafts, countRestoredDrafts, () => 0)
  return (
    <TicketOutboxContext value={outbox}>
      <Fragment key={restoredCount}>{children}</Fragment>
    </TicketOutboxContext>
  )
}

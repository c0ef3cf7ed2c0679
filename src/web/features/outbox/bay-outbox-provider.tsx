import { useQueryClient } from '@tanstack/react-query'
import { type ContextType, Fragment, type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  countRestoredDrafts,
  restoreDrafts,
  subscribeToDrafts,
} from '#web/features/tickets/autosave/text-drafts.ts'
import { TicketOutboxContext } from '#web/features/tickets/ticket-outbox.ts'
import { markBayDevice, pressInBay } from './bay-outbox.ts'
import { PartMark } from './not-sent-mark.tsx'
import { keepSavedText } from './saved-text.ts'
import { useOpenOutbox, usePerson } from './use-bay-outbox.ts'

/** What is pressed inside is stored on this device first, and sent from there. */
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
            press: (ticketId, name, input, events) =>
              void pressInBay(queries, user, { ticketId, name, input }, events),
            keepText: saved => void keepSavedText(queries, user.id, saved).catch(() => {}),
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

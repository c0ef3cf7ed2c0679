import { useQueryClient } from '@tanstack/react-query'
import { type ContextType, type ReactNode, useEffect, useMemo } from 'react'
import { TicketOutboxContext } from '#web/features/tickets/ticket-outbox.ts'
import { markBayDevice, pressInBay } from './bay-outbox.ts'
import { PartMark } from './not-sent-mark.tsx'
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
            PartMark,
          },
    [queries, user],
  )
  return <TicketOutboxContext value={outbox}>{children}</TicketOutboxContext>
}

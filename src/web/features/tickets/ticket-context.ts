// The ticket that a page is about, for pieces deep in it. It is told without its job lines: each of those
// gets its own, so that what is written into one redraws that one and none of the others.

import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useRef } from 'react'
import { api } from '#web/api/client.ts'
import { sameParts } from '#web/api/structural-sharing.ts'
import { linesThere } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import type { JobView, TicketView } from './ticket-queries.ts'

/** What a job line is called wherever it is chosen from a list. */
export type JobName = Pick<JobView, 'jobNumber' | 'problem'>

export type AroundTicket = Omit<TicketView, 'jobs' | 'lastMove'> & { readonly jobNames: readonly JobName[] }

export const ThisTicket = createContext<AroundTicket | null>(null)

/** The very same as long as nothing in it has changed. */
export function useAroundTicket({ jobs, lastMove: _, ...ticket }: TicketView): AroundTicket {
  const jobNames = linesThere(jobs).map(({ jobNumber, problem }) => ({ jobNumber, problem }))
  const kept = useRef<AroundTicket>(null)
  kept.current = sameParts(kept.current, { ...ticket, jobNames }) as AroundTicket
  return kept.current
}

/** The ticket of the TicketFrame around. */
export function useThisTicket(): AroundTicket {
  const ticket = useContext(ThisTicket)
  if (ticket === null) throw new Error('There is no ticket around this.')
  return ticket
}

/** Looks at a ticket again; resolves once it has been seen. */
export function useLookAgain(ticketId: number): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.tickets.get.key({ input: { ticketId } }) })
}

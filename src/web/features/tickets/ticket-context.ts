// The page's ticket, for nested components. It has no job lines: each of those gets its own, so that a change of one
// renders only that one.

import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useRef } from 'react'
import { api } from '#web/api/client.ts'
import { shareStructure } from '#web/api/structural-sharing.ts'
import { type JobView, type TicketView, workableJobs } from './ticket-view.ts'

/** A job line's name in selects, and the component that it is on. */
export type JobName = Pick<JobView, 'jobNumber' | 'problem' | 'component'>

type TicketContextValue = Omit<TicketView, 'jobs' | 'lastTransition'> & {
  readonly jobNames: readonly JobName[]
}

export const TicketContext = createContext<TicketContextValue | null>(null)

/** The same object as long as nothing has changed. */
export function useTicketContextValue({
  jobs,
  lastTransition: _,
  ...ticket
}: TicketView): TicketContextValue {
  const jobNames = workableJobs(jobs).map(({ jobNumber, problem, component }) => ({
    ...{ jobNumber, problem, component },
  }))
  const previous = useRef<TicketContextValue>(null)
  previous.current = shareStructure(previous.current, { ...ticket, jobNames }) as TicketContextValue
  return previous.current
}

/** The ticket of the surrounding page. */
export function useTicketContext(): TicketContextValue {
  const ticket = useContext(TicketContext)
  if (ticket === null) throw new Error('A component that needs a ticket is outside a ticket page.')
  return ticket
}

/** Refetches a ticket; resolves afterwards. */
export function useRefetchTicket(ticketId: number): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.tickets.get.key({ input: { ticketId } }) })
}

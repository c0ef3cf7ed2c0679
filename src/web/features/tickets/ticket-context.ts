// The ticket that a page is about, for pieces deep in it. It is told without its job lines: each of those
// gets its own, so that what is written into one redraws that one and none of the others.

import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useRef } from 'react'
import { api } from '#web/api/client.ts'
import { shareStructure } from '#web/api/structural-sharing.ts'
import { type JobView, type TicketView, workableJobs } from './ticket-queries.ts'

/** What a job line is called wherever it is chosen from a list. */
export type JobName = Pick<JobView, 'jobNumber' | 'problem'>

type TicketContextValue = Omit<TicketView, 'jobs' | 'lastMove'> & {
  readonly jobNames: readonly JobName[]
}

export const TicketContext = createContext<TicketContextValue | null>(null)

/** The very same as long as nothing in it has changed. */
export function useTicketContextValue({ jobs, lastMove: _, ...ticket }: TicketView): TicketContextValue {
  const jobNames = workableJobs(jobs).map(({ jobNumber, problem }) => ({ jobNumber, problem }))
  const previous = useRef<TicketContextValue>(null)
  previous.current = shareStructure(previous.current, { ...ticket, jobNames }) as TicketContextValue
  return previous.current
}

/** The ticket of the TicketFrame around. */
export function useTicketContext(): TicketContextValue {
  const ticket = useContext(TicketContext)
  if (ticket === null) throw new Error('There is no ticket around this.')
  return ticket
}

/** Looks at a ticket again; resolves once it has been seen. */
export function useRefetchTicket(ticketId: number): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.tickets.get.key({ input: { ticketId } }) })
}

// A ticket from the contract, with its optimistic job lines and parts.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'

type Ticket = InferContractRouterOutputs<Contract>['tickets']['get']

/** Being added or removed, until the server confirms: not editable meanwhile. */
type OptimisticState = { readonly optimistic?: 'adding' | 'removing' }

export type JobView = Ticket['jobs'][number] & OptimisticState
export type PartView = Ticket['parts'][number] & OptimisticState
export type TicketView = Omit<Ticket, 'jobs' | 'parts'> & {
  readonly jobs: readonly JobView[]
  readonly parts: readonly PartView[]
}

/** As those see it who may not see prices. */
export const withoutPrices = (ticket: TicketView): TicketView => ({
  ...ticket,
  jobs: ticket.jobs.map(job => ({ ...job, totalBalance: null })),
  totals: null,
})

/** The lines that work can be done on now. */
export const workableJobs = (jobs: readonly JobView[]): readonly JobView[] =>
  jobs.filter(({ optimistic }) => optimistic === undefined)

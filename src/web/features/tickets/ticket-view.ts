// A ticket from the contract, with its optimistic job lines and parts.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'

type Ticket = InferContractRouterOutputs<Contract>['tickets']['get']

/** Being added or removed, until the server confirms: not editable meanwhile. */
type OptimisticState = { readonly optimistic?: 'adding' | 'removing' }

/** The commands that the bay stores before it sends them. */
export type BayCommandName =
  | 'clockIn'
  | 'clockOut'
  | 'addPart'
  | 'suggestTime'
  | 'addPhoto'
  | 'removePhoto'
  | 'askApproval'
  | 'setOut'
  | 'checkIn'
  | 'sign'
  | 'addComponent'
  | 'correctComponent'
  | 'addPlate'

/** A tap in the bay that is only on this device, and already shown. */
export type UnsentTap = { readonly key: string; readonly name: BayCommandName; readonly tappedAt: Date }
type UnsentState = { readonly unsent?: readonly UnsentTap[] }

export type JobView = Ticket['jobs'][number] & OptimisticState & UnsentState
export type PartView = Ticket['parts'][number] & OptimisticState & UnsentState
/** A component of a ticket's RV. */
export type ComponentOfTicket = NonNullable<Ticket['components']>[number] & { readonly unsent?: UnsentTap }
export type TicketView = Omit<Ticket, 'jobs' | 'parts' | 'signed' | 'components'> & {
  /** Its step, if that is unsent. */
  readonly unsent?: UnsentTap
  readonly jobs: readonly JobView[]
  readonly parts: readonly PartView[]
  readonly components: readonly ComponentOfTicket[] | null
  readonly signed: readonly (NonNullable<Ticket['signed']>[number] & { readonly unsent?: UnsentTap })[] | null
}

/** As those see it who may not see prices. */
export const withoutPrices = (ticket: TicketView): TicketView => ({
  ...ticket,
  jobs: ticket.jobs.map(job => ({ ...job, totalBalance: null, price: null })),
  totals: null,
})

/** The lines that work can be done on now. */
export const workableJobs = (jobs: readonly JobView[]): readonly JobView[] =>
  jobs.filter(({ optimistic }) => optimistic === undefined)

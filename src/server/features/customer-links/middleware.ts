// A request by link acts as the ticket's customer, if the link works and its question was answered. A signed cookie
// stores that for this link and these digits: when the desk corrects the phone number, the question is asked again.

import type { ProcedureName } from '#contract/index.ts'
import type { Customer } from '#domain/account/actor.ts'
import { challengeDigits, type Link, stateOfLink } from '#domain/customer-links/link.ts'
import { assertNoBlockers, Refusal } from '#domain/refusals/refusal.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import { findTicket } from '#server/features/tickets/store.ts'
import { hidden, toContractError } from '#server/lib/api-errors.ts'
import { rateLimitSubjectsOf } from '#server/rate-limits/rate-limiter.ts'
import { isLimited, type LimitedAction } from '#server/rate-limits/rate-limits.ts'
import {
  authorizeByLink,
  builder,
  procedure,
  runQuery,
  withReadTransaction,
  withTransaction,
} from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { findLink } from './store.ts'
import { parseToken } from './token.ts'

const linkNotFound = () =>
  hidden('This link is incomplete. Open it again from your email, or ask the company for a new one.')

export type LinkDetails = { readonly link: Link; readonly ticket: Ticket; readonly company: Company }

export const customerName = ({ customerDetails: { firstName, lastName } }: Ticket): string =>
  `${firstName} ${lastName}`

/** A link with its ticket, in a unit of work of its company; NOT_FOUND if it does not exist. */
export async function getLinkDetails(work: UnitOfWork, linkId: string): Promise<LinkDetails> {
  const found = await findLink(work, linkId)
  const ticket = found === null ? null : await findTicket(work, found.ticketId)
  // A command locks the ticket, as the desk does before it turns a link off: the link may have changed meanwhile.
  const link = work.isCommand ? await findLink(work, linkId) : found
  if (link === null || ticket === null) throw linkNotFound()
  return { link, ticket, company: await getCompany(work) }
}

const cookieName = (linkId: string): string => `rigwright-link-${linkId.replaceAll('-', '').slice(0, 16)}`

const verificationValue = ({ keyedHash }: RequestContext, { link, ticket }: LinkDetails): string =>
  keyedHash(
    `answered ${link.linkId} ${ticket.customerDetails.email.toLowerCase()} ${challengeDigits(ticket.customerDetails.phone)}`,
  )

/** Stays the same when the desk corrects the phone number. */
const knownValue = ({ keyedHash }: RequestContext, linkId: string): string => keyedHash(`known ${linkId}`)

const readCookie = ({ verificationCookies }: RequestContext, linkId: string): readonly string[] =>
  (verificationCookies.read(cookieName(linkId)) ?? '').split('.')

/** Whether this browser has answered the link's question. */
export const isVerified = (context: RequestContext, details: LinkDetails): boolean =>
  challengeDigits(details.ticket.customerDetails.phone) !== null &&
  readCookie(context, details.link.linkId)[0] === verificationValue(context, details)

/** Whether this browser has ever answered it, also with an earlier phone number. */
export const isKnown = (context: RequestContext, linkId: string): boolean =>
  readCookie(context, linkId)[1] === knownValue(context, linkId)

/** Stores in the browser that the question was answered. */
export const setVerified = (context: RequestContext, details: LinkDetails): void => {
  const { linkId } = details.link
  const value = `${verificationValue(context, details)}.${knownValue(context, linkId)}`
  context.verificationCookies.set(cookieName(linkId), value)
}

/** The request as a link holder who has not answered yet. */
export function asLinkHolder(
  context: RequestContext,
  token: string,
): { holderContext: RequestContext; linkId: string } {
  const key = parseToken(context.keyedHash, token)
  if (key === null) throw linkNotFound()
  const { companyId, linkId } = key
  const actor: Customer = { kind: 'customer', id: linkId, name: 'Customer', companyId, ticketId: 0 }
  return { holderContext: { ...context, execution: { ...context.execution, actor } }, linkId }
}

type LinkCustomer = { readonly customer: Customer; readonly ticket: Ticket; readonly timeZone: string }

/** The customer of the link's ticket. Refused unless this browser has access. */
async function getCustomer(work: UnitOfWork, context: RequestContext, linkId: string): Promise<LinkCustomer> {
  const details = await getLinkDetails(work, linkId)
  const { link, ticket, company } = details
  const state = stateOfLink(link, ticket, work.now)
  if (state !== 'open') assertNoBlockers([{ code: `link.${state}` }])
  if (!isVerified(context, details)) assertNoBlockers([{ code: 'link.unanswered' }])
  const { companyUUID: companyId, timeZone } = company
  const { ticketId } = ticket
  const customer: Customer = { kind: 'customer', id: linkId, name: customerName(ticket), companyId, ticketId }
  return { customer, ticket, timeZone }
}

/** The customer of the link's ticket, in a unit of work of its own. Refused unless this browser has access. */
export function customerOf(context: RequestContext, token: string): Promise<LinkCustomer> {
  const { holderContext, linkId } = asLinkHolder(context, token)
  return runQuery(holderContext, work => getCustomer(work, context, linkId))
}

/** The request as that customer, for routes. */
export async function asCustomer(context: RequestContext, token: string): Promise<RequestContext> {
  const { customer, timeZone } = await customerOf(context, token)
  const { now, client } = context.execution
  return {
    ...context,
    execution: { actor: customer, timeZone, now, client },
    errorContext: { ...context.errorContext, timeZone },
  }
}

/** Counts one attempt of that customer, by their link. Throws TOO_MANY over the limit. */
export function consumeAsCustomer(
  { rateLimiter, execution: { actor }, address }: RequestContext,
  action: LimitedAction,
): Promise<number> {
  const { account: link = null, ...subjects } = rateLimitSubjectsOf(actor, address)
  return rateLimiter.consume(action, { ...subjects, link })
}

const linkIdOf = ({ execution: { actor } }: RequestContext): string => ('id' in actor ? actor.id : '')

/** The ticket of the actor's link. */
export function linkedTicketOf({ actor }: Pick<UnitOfWork, 'actor'>): number {
  if (actor.kind !== 'customer') throw linkNotFound()
  return actor.ticketId
}

const linkProcedure = procedure.use(async ({ context, next, path }, input) => {
  const { holderContext, linkId } = asLinkHolder(context, (input as { token: string }).token)
  const name = path.join('.')
  // Their address was counted before.
  if (isLimited(name)) await context.rateLimiter.consume(name, { link: linkId })
  return next({ context: holderContext })
})

/** Acts as the link's customer, whose ticket is read once, in the same transaction. */
const withCustomer = builder
  .$context<RequestContext & { readonly work: UnitOfWork }>()
  .middleware(async ({ context, next, path }) => {
    const { work } = context
    let { timeZone } = work
    try {
      const { ticket, ...customer } = await getCustomer(work, context, linkIdOf(context))
      timeZone = customer.timeZone
      work.actAs(customer.customer, timeZone)
      authorizeByLink(work, path.join('.') as ProcedureName, ticket)
      return await next({ context: { ticket } })
    } catch (error) {
      // Times in refusals use the company's time zone, which is unknown outside.
      const errorContext = { ...context.errorContext, timeZone }
      throw error instanceof Refusal ? toContractError(error, errorContext, context.logError) : error
    }
  })

/** A query by link, as its customer. */
export const customerQuery = linkProcedure.use(withReadTransaction).use(withCustomer)

/** A command by link, as its customer. */
export const customerCommand = linkProcedure.use(withTransaction).use(withCustomer)

// Whoever asks by a link is its ticket's customer, once the link stands and its question is answered. That
// a browser has answered is a cookie which only this server can make, of that link and those digits: when the
// desk mends the phone number, the question is asked again.

import type { Customer } from '#domain/account/actor.ts'
import { askedDigits, type Link, stateOfLink } from '#domain/customer-links/link.ts'
import { Refusal, refuseIfAny } from '#domain/lib/refusal.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Work } from '#server/db/unit-of-work.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import { findTicket } from '#server/features/tickets/store.ts'
import { isLimited } from '#server/http/middleware/rate-limits.ts'
import { notFound, toContractError } from '#server/rpc/errors.ts'
import { asQuery, counted, inOneLook, inOnePiece, type RequestContext } from '#server/rpc/procedures.ts'
import { findLink } from './store.ts'
import { readToken } from './token.ts'

export const noSuchLink = () =>
  notFound('This link is not whole. Open it again as you were sent it, or ask the company for a new one.')

export type Linked = { readonly link: Link; readonly ticket: Ticket; readonly company: Company }

export const nameOf = ({ customerDetails: { firstName, lastName } }: Ticket): string =>
  `${firstName} ${lastName}`

/** A link with its ticket, within a piece of work of its company; NOT_FOUND without one. */
export async function getLinked(work: Work, linkId: string): Promise<Linked> {
  const link = await findLink(work, linkId)
  const ticket = link === null ? null : await findTicket(work, link.ticketId)
  if (link === null || ticket === null) throw noSuchLink()
  return { link, ticket, company: await getCompany(work) }
}

const cookieOf = (linkId: string): string => `rigwright-link-${linkId.replaceAll('-', '').slice(0, 16)}`

const proofOf = ({ fingerprint }: RequestContext, { link, ticket }: Linked): string =>
  fingerprint(
    `answered ${link.linkId} ${ticket.customerDetails.email.toLowerCase()} ${askedDigits(ticket.customerDetails.phone)}`,
  )

/** Whether this browser has answered the question of the link. */
export const hasAnswered = (context: RequestContext, linked: Linked): boolean =>
  askedDigits(linked.ticket.customerDetails.phone) !== null &&
  context.proofs.read(cookieOf(linked.link.linkId)) === proofOf(context, linked)

/** Lets the browser remember that it has. */
export const rememberAnswer = (context: RequestContext, linked: Linked): void =>
  context.proofs.give(cookieOf(linked.link.linkId), proofOf(context, linked))

/** The asker as somebody who holds this link and has shown no more than that. */
export function asHolder(
  context: RequestContext,
  token: string,
): { context: RequestContext; linkId: string } {
  const name = readToken(context.fingerprint, token)
  if (name === null) throw noSuchLink()
  const actor: Customer = {
    kind: 'customer',
    ...{ id: name.linkId, name: 'Customer', companyId: name.companyId, ticketId: 0 },
  }
  return { context: { ...context, occasion: { ...context.occasion, actor } }, linkId: name.linkId }
}

type Known = { readonly customer: Customer; readonly timeZone: string }

/** The customer whose ticket the link leads to. Refused unless it is open to whoever asks. */
export async function customerOf(context: RequestContext, token: string): Promise<Known> {
  const { context: holding, linkId } = asHolder(context, token)
  const linked = await asQuery(holding, work => getLinked(work, linkId))
  const { link, ticket, company } = linked
  const state = stateOfLink(link, ticket, context.occasion.now)
  if (state !== 'open') refuseIfAny([{ code: `link.${state}` }])
  if (!hasAnswered(context, linked)) refuseIfAny([{ code: 'link.unanswered' }])
  const { companyUUID: companyId, timeZone } = company
  const { ticketId } = ticket
  const customer: Customer = { kind: 'customer', id: linkId, name: nameOf(ticket), companyId, ticketId }
  return { customer, timeZone }
}

/** The asker as that customer. */
export async function asCustomer(context: RequestContext, token: string): Promise<RequestContext> {
  const { customer: actor, timeZone } = await customerOf(context, token)
  return {
    ...context,
    occasion: { actor, timeZone, now: context.occasion.now },
    circumstances: { ...context.circumstances, timeZone },
  }
}

const linkOf = ({ occasion: { actor } }: RequestContext): string | null => ('id' in actor ? actor.id : null)

/** The ticket whose link the actor holds. */
export function linkedTicketOf({ actor }: Pick<Work, 'actor'>): number {
  if (actor.kind !== 'customer') throw noSuchLink()
  return actor.ticketId
}

const byLink = counted.use(async ({ context, next, path }, input) => {
  const customer = await asCustomer(context, (input as { token: string }).token)
  const name = path.join('.')
  // Their address was counted before.
  if (isLimited(name)) await context.counts.count(name, { link: linkOf(customer) })
  try {
    return await next({ context: customer })
  } catch (fault) {
    // What was thrown inside is told on the company's clock; outside nobody knows whose it is.
    throw fault instanceof Refusal ? toContractError(fault, customer.circumstances, context.log) : fault
  }
})

/** A query by a link, as its customer. */
export const followerQuery = byLink.use(inOneLook)

/** A command by a link, as its customer. */
export const followerCommand = byLink.use(inOnePiece)

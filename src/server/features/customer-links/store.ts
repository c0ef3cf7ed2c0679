// The links of tickets as the database keeps them: at most one in use for each ticket.

import { randomUUID } from 'node:crypto'
import { askedDigits, isShut, type Link } from '#domain/customer-links/link.ts'
import { refuseIfAny } from '#domain/lib/refusal.ts'
import type { LetterFate } from '#domain/mail/email-outcome.ts'
import type { Waiting } from '#domain/on-hold/hold.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { TicketLinkRow } from '#server/db/schema.ts'
import type { Work } from '#server/db/unit-of-work.ts'
import type { Company } from '#server/features/companies/store.ts'
import { closeWithoutPhones } from '#server/features/push-subscriptions/store.ts'
import { noteOnTicket } from '#server/features/tickets/store.ts'
import type { Fingerprint } from '#server/lib/signed-token.ts'
import { type Desk, writeToCustomer } from '#server/mail/limited-mail.ts'
import type { Letter } from '#server/mail/outbox.ts'
import { readyLetter, waitingLetter } from './emails.ts'
import { linkPath } from './token.ts'

const linkOf = ({ linkId, ticketId, madeAt, revokedAt, openedAt, wrongAnswers }: TicketLinkRow): Link => ({
  ...{ linkId, ticketId, madeAt, revokedAt, openedAt, wrongAnswers },
})

/** The link with this id, also one that was closed; a command holds it until its end. */
export async function findLink(work: Work, linkId: string): Promise<Link | null> {
  const asked = work.from('ticketLink').selectAll().where('linkId', '=', linkId)
  const row = await (work.isCommand ? asked.forUpdate() : asked).executeTakeFirst()
  return row === undefined ? null : linkOf(row)
}

/** The ticket's link in use. */
export async function findLinkOf(work: Work, ticketId: number): Promise<Link | null> {
  const row = await work
    .from('ticketLink')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : linkOf(row)
}

/** Whether a link of the ticket was closed before. */
export async function wasLinkClosed(work: Work, ticketId: number): Promise<boolean> {
  const row = await work
    .from('ticketLink')
    .select('linkId')
    .where('ticketId', '=', ticketId)
    .where('revokedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a link for a ticket that has none in use. */
async function addLink(work: Work, ticketId: number): Promise<Link> {
  const link: Link = {
    ...{ linkId: randomUUID(), ticketId, madeAt: work.now },
    ...{ revokedAt: null, openedAt: null, wrongAnswers: 0 },
  }
  const { id: madeBy, name: madeByName } = work.by
  await work.database
    .insertInto('ticketLink')
    .values({ companyId: work.companyId, madeBy, madeByName, ...link })
    .execute()
  return link
}

/** Saves what has become of a link. */
export async function saveLink(
  work: Work,
  { linkId, revokedAt, openedAt, wrongAnswers }: Link,
): Promise<void> {
  await work
    .update('ticketLink')
    .set({ revokedAt, openedAt, wrongAnswers })
    .where('linkId', '=', linkId)
    .execute()
  if (revokedAt !== null) closeWithoutPhones(work, linkId)
}

const hasQuestion = ({ customerDetails }: Ticket): boolean => askedDigits(customerDetails.phone) !== null

/**
 * The ticket's link in use; made where there is none, or where wrong answers shut it before it let anybody in.
 * Refused while the phone number has too few digits to ask for. The ticket is held by whoever calls.
 */
export async function ensureLink(work: Work, ticket: Ticket): Promise<Link> {
  if (!hasQuestion(ticket)) refuseIfAny([{ code: 'link.no-question' }])
  const found = await findLinkOf(work, ticket.ticketId)
  if (found !== null && (found.openedAt !== null || !isShut(found))) return found
  if (found !== null) await saveLink(work, { ...found, revokedAt: work.now })
  noteOnTicket(work, ticket, 'make-link')
  return addLink(work, ticket.ticketId)
}

/** How a letter finds its way, and its link. */
export type WayOut = Pick<Desk, 'post'> & { readonly fingerprint: Fingerprint }
type WayToCustomer = WayOut & Desk

const urlOf = (work: Work, { post, fingerprint }: WayOut, { linkId }: Link): string =>
  `${post.url()}${linkPath(fingerprint, { companyId: work.companyId, linkId })}`

/** The address at which the customer follows their ticket; its link is made where there is none. */
export const ensureLinkUrl = async (work: Work, way: WayOut, ticket: Ticket): Promise<string> =>
  urlOf(work, way, await ensureLink(work, ticket))

/** The same; null for a phone number of which a link could ask nothing. */
export const linkUrlFor = async (work: Work, way: WayOut, ticket: Ticket): Promise<string | null> =>
  hasQuestion(ticket) ? ensureLinkUrl(work, way, ticket) : null

/** Writes a letter to a customer whose link is in use; to nobody, and undefined, where there is none. */
async function tellByLink(
  work: Work,
  way: WayToCustomer,
  ticket: Ticket,
  letter: (url: string) => Letter,
): Promise<LetterFate | undefined> {
  const link = await findLinkOf(work, ticket.ticketId)
  if (link === null || ticket.customerDetails.email === '') return undefined
  return writeToCustomer(work, way, letter(urlOf(work, way, link)))
}

/** Tells the customer that their RV is ready. */
export const tellReady = (work: Work, way: WayToCustomer, ticket: Ticket, company: Company) =>
  tellByLink(work, way, ticket, url => readyLetter(company, ticket, url))

/** Tells the customer what the work waits for. */
export const tellWaiting = (
  work: Work,
  way: WayToCustomer,
  ticket: Ticket,
  company: Company,
  waiting: Waiting,
) => tellByLink(work, way, ticket, url => waitingLetter(company, ticket, waiting, url))

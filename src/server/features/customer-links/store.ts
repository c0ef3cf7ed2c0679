// Customer links in the database: at most one active link per ticket.

import { randomUUID } from 'node:crypto'
import { challengeDigits, isLocked, type Link, lockEndsAt, stateOfLink } from '#domain/customer-links/link.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import type { EmailOutcome } from '#domain/mail/email-outcome.ts'
import type { Message } from '#domain/messages/message.ts'
import type { Hold } from '#domain/on-hold/hold.ts'
import type { PromisedDay } from '#domain/promised-days/promised-day.ts'
import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { EmailAttachment } from '#server/db/column-types.ts'
import type { Row } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import type { Company } from '#server/features/companies/store.ts'
import { isBillingOn } from '#server/features/companies/store.ts'
import { listInvoiced } from '#server/features/ledger/store.ts'
import { deleteSubscriptionsOfLink } from '#server/features/push-subscriptions/store.ts'
import { recordActivity } from '#server/features/tickets/store.ts'
import type { KeyedHash } from '#server/lib/signed-token.ts'
import { emailCustomer, type LimitedMailContext } from '#server/mail/limited-mail.ts'
import type { Email } from '#server/mail/outbox.ts'
import { movedPromiseEmail, noChangeEmail, onHoldEmail, readyEmail, unreadMessagesEmail } from './emails.ts'
import { linkPath, mailedLinkPath } from './token.ts'

const toLink = ({ companyId, madeBy, madeByName, ...link }: Row<'ticketLink'>): Link => link

const linkById = statement((scope, { linkId }: { linkId: string }) =>
  scope.from('ticketLink').selectAll().where('linkId', '=', linkId),
)

/** The link with this id, even if turned off. */
export async function findLink(work: UnitOfWork, linkId: string): Promise<Link | null> {
  const row = await linkById(work, { linkId }).executeTakeFirst()
  return row === undefined ? null : toLink(row)
}

const activeLink = statement((scope, { ticketId }: { ticketId: number }) =>
  scope.from('ticketLink').selectAll().where('ticketId', '=', ticketId).where('revokedAt', 'is', null),
)

/** The ticket's active link. */
export async function findLinkOfTicket(work: UnitOfWork, ticketId: number): Promise<Link | null> {
  const row = await activeLink(work, { ticketId }).executeTakeFirst()
  return row === undefined ? null : toLink(row)
}

/** Whether an earlier link of the ticket was turned off. */
export async function wasLinkClosed(work: UnitOfWork, ticketId: number): Promise<boolean> {
  const row = await work
    .from('ticketLink')
    .select('linkId')
    .where('ticketId', '=', ticketId)
    .where('revokedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Creates a link for a ticket without an active one. */
function addLink(work: UnitOfWork, ticketId: number): Link {
  const link: Link = {
    linkId: randomUUID(),
    ticketId,
    createdAt: work.now,
    revokedAt: null,
    openedAt: null,
    wrongAnswers: 0,
    lockedUntil: null,
    unlocks: 0,
    confirmedEmail: null,
  }
  work.insert('ticketLink', { madeBy: work.by.id, madeByName: work.by.name, ...link })
  return link
}

/** Saves a link's state. */
export function saveLink(work: UnitOfWork, { linkId, ticketId: _, createdAt: __, ...state }: Link): void {
  work.save('ticketLink', { linkId }, state)
  if (state.revokedAt !== null) deleteSubscriptionsOfLink(work, linkId)
}

const canBeVerified = ({ customerDetails }: Ticket): boolean =>
  challengeDigits(customerDetails.phone) !== null

/**
 * The ticket's active link; created if there is none, or if wrong answers locked it before anyone got in. Refused if
 * the phone number has too few digits. The caller locks the ticket.
 */
export async function ensureLink(work: UnitOfWork, ticket: Ticket): Promise<Link> {
  if (!canBeVerified(ticket)) assertNoBlockers([{ code: 'link.no-challenge' }])
  const found = await findLinkOfTicket(work, ticket.ticketId)
  const isShut = found !== null && (isLocked(found) || lockEndsAt(found, work.now) !== null)
  if (found !== null && (found.openedAt !== null || !isShut)) return found
  if (found !== null) saveLink(work, { ...found, revokedAt: work.now })
  recordActivity(work, ticket, 'create-link')
  return addLink(work, ticket.ticketId)
}

/** What emails with a link need. */
export type LinkMailContext = Pick<LimitedMailContext, 'mailContext'> & { readonly keyedHash: KeyedHash }
export type CustomerMailContext = LinkMailContext & LimitedMailContext

const linkUrl = (work: UnitOfWork, { mailContext, keyedHash }: LinkMailContext, { linkId }: Link): string =>
  `${mailContext.url()}${linkPath(keyedHash, { companyId: work.companyId, linkId })}`

/** The URL for emails to the customer alone: opening it confirms their email. */
const mailedLinkUrl = (
  work: UnitOfWork,
  { mailContext, keyedHash }: LinkMailContext,
  ticket: Ticket,
  { linkId }: Link,
): string => `${mailContext.url()}${mailedLinkPath(keyedHash, { companyId: work.companyId, linkId }, ticket)}`

/** The URL at which the customer follows their ticket, for emails; creates the link if needed. */
export const ensureMailedLinkUrl = async (
  work: UnitOfWork,
  mail: LinkMailContext,
  ticket: Ticket,
): Promise<string> => mailedLinkUrl(work, mail, ticket, await ensureLink(work, ticket))

/** The same; null for a phone number with too few digits. */
export const mailedLinkUrlFor = async (
  work: UnitOfWork,
  mail: LinkMailContext,
  ticket: Ticket,
): Promise<string | null> => (canBeVerified(ticket) ? ensureMailedLinkUrl(work, mail, ticket) : null)

/** The same for other places than emails: it confirms no email. */
export const linkUrlFor = async (
  work: UnitOfWork,
  mail: LinkMailContext,
  ticket: Ticket,
): Promise<string | null> =>
  canBeVerified(ticket) ? linkUrl(work, mail, await ensureLink(work, ticket)) : null

/** The URL at which the customer follows their ticket, for emails; null without an active link. */
export async function findMailedLinkUrl(
  work: UnitOfWork,
  mail: LinkMailContext,
  ticket: Ticket,
): Promise<string | null> {
  const link = await findLinkOfTicket(work, ticket.ticketId)
  return link && mailedLinkUrl(work, mail, ticket, link)
}

/** Whether the customer opened a link to the ticket that was mailed to the email that it has now. */
export async function isEmailConfirmedByLink(work: UnitOfWork, ticket: Ticket): Promise<boolean> {
  const row = await work
    .from('ticketLink')
    .select('linkId')
    .where('ticketId', '=', ticket.ticketId)
    .where('confirmedEmail', '=', ticket.customerDetails.email.toLowerCase())
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The URL at which the customer follows their ticket, to print; null without a link that works. */
export async function findOpenLinkUrl(
  work: UnitOfWork,
  mail: LinkMailContext,
  ticket: Ticket,
): Promise<string | null> {
  const link = await findLinkOfTicket(work, ticket.ticketId)
  return link === null || stateOfLink(link, ticket, work.now) !== 'open' ? null : linkUrl(work, mail, link)
}

/** Emails a customer whose link works; otherwise does nothing and returns undefined. */
async function emailByLink(
  work: UnitOfWork,
  mail: CustomerMailContext,
  ticket: Ticket,
  createEmail: (url: string) => Email | Promise<Email>,
): Promise<EmailOutcome | undefined> {
  const link = await findLinkOfTicket(work, ticket.ticketId)
  if (link === null || stateOfLink(link, ticket, work.now) !== 'open') return undefined
  // Making its attachment would be in vain.
  if (ticket.customerDetails.email === '') return 'no-address'
  return emailCustomer(work, mail, await createEmail(mailedLinkUrl(work, mail, ticket, link)))
}

async function getBill(work: UnitOfWork, { ticketId }: Ticket) {
  if (!(await isBillingOn(work))) return null
  return (await listInvoiced(work, [ticketId])).get(ticketId) ?? 'to-follow'
}

/** Emails the customer that their RV is ready, with the document of this moment. */
export const emailReady = (
  work: UnitOfWork,
  mail: CustomerMailContext,
  ticket: Ticket,
  company: Company,
  getAttachment: () => Promise<EmailAttachment>,
) =>
  emailByLink(work, mail, ticket, async url => ({
    ...readyEmail(company, ticket, url, await getBill(work, ticket)),
    attachment: await getAttachment(),
  }))

/** Emails the customer why the work is on hold. */
export const emailOnHold = (
  work: UnitOfWork,
  mail: CustomerMailContext,
  ticket: Ticket,
  company: Company,
  hold: Hold,
) => emailByLink(work, mail, ticket, url => onHoldEmail(company, ticket, hold, url))

/** Emails the customer that nothing has changed, and what the work still waits for. */
export const emailNoChange = (
  work: UnitOfWork,
  mail: CustomerMailContext,
  ticket: Ticket,
  company: Company,
  hold: Hold,
) => {
  const today = dayOf(work.now, work.timeZone)
  return emailByLink(work, mail, ticket, url => noChangeEmail(company, ticket, hold, url, today))
}

/** Emails the customer for when their RV is promised now, and why it moved. */
export const emailMovedPromise = (
  work: UnitOfWork,
  mail: CustomerMailContext,
  ticket: Ticket,
  company: Company,
  promise: Pick<PromisedDay, 'day' | 'reason'>,
) => emailByLink(work, mail, ticket, url => movedPromiseEmail(company, ticket, promise, url))

/** Emails the customer what the company wrote. */
export const emailUnread = (
  work: UnitOfWork,
  mail: CustomerMailContext,
  ticket: Ticket,
  company: Company,
  messages: readonly Pick<Message, 'authorName' | 'text'>[],
) => emailByLink(work, mail, ticket, url => unreadMessagesEmail(company, ticket, messages, url))

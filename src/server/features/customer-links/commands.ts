// The desk creates, emails and turns off a customer's link; the customer answers its question.

import { challengeDigits, isLocked, stateOfLink } from '#domain/customer-links/link.ts'
import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { emailOrThrow } from '#server/mail/limited-mail.ts'
import { rateLimitSubjectsOf } from '#server/rate-limits/rate-limiter.ts'
import { command, procedure, runCommand, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { linkEmail } from './emails.ts'
import { asLinkHolder, customerName, getLinkDetails, setVerified } from './middleware.ts'
import { ensureLink, ensureLinkUrl, findLinkOfTicket, saveLink } from './store.ts'
import { toLinkDto } from './token.ts'

export const createLink = command.customerLinks.create.handler(async ({ input, context }) => {
  const { work } = context
  const ticket = await getTicket(work, input.ticketId)
  return { link: toLinkDto(context.keyedHash, work.companyId, await ensureLink(work, ticket), ticket) }
})

export const revokeLink = command.customerLinks.revoke.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  const link = await findLinkOfTicket(work, ticket.ticketId)
  if (link === null) return { done: true }
  await saveLink(work, { ...link, revokedAt: work.now })
  recordActivity(work, ticket, 'revoke-link')
  return { done: true }
})

export const emailLink = command.customerLinks.email.handler(async ({ input, context }) => {
  const { work } = context
  const ticket = await getTicket(work, input.ticketId)
  const url = await ensureLinkUrl(work, context, ticket)
  const email = await emailOrThrow(work, context, linkEmail(await getCompany(work), ticket, url))
  recordActivity(work, ticket, 'email-link')
  return { done: true, email }
})

/** Whether the digits are correct. Wrong answers are counted: too many lock the link for new browsers. */
async function checkAnswer(work: UnitOfWork, linkId: string, digits: string) {
  const linked = await getLinkDetails(work, linkId)
  const { link, ticket } = linked
  const state = stateOfLink(link, ticket, work.now)
  if (state !== 'open') assertNoBlockers([{ code: `link.${state}` }])
  if (isLocked(link)) assertNoBlockers([{ code: 'link.locked' }])
  const expected = challengeDigits(ticket.customerDetails.phone)
  // A phone number with too few digits identifies no one.
  if (expected !== null && digits === expected) {
    if (link.openedAt === null) {
      await saveLink(work, { ...link, openedAt: work.now })
      recordActivity(work, ticket, 'open-link')
    }
    return { isRight: true, linked }
  }
  const tried = { ...link, wrongAnswers: link.wrongAnswers + 1 }
  await saveLink(work, tried)
  if (isLocked(tried)) recordActivity(work, ticket, 'lock-link')
  return { isRight: false, linked }
}

/** The request with the customer's name as its signature, if the answer is correct. */
async function withSignature(
  holderContext: RequestContext,
  linkId: string,
  digits: string,
): Promise<RequestContext> {
  const { ticket } = await runQuery(holderContext, work => getLinkDetails(work, linkId))
  if (challengeDigits(ticket.customerDetails.phone) !== digits) return holderContext
  const by = { id: linkId, name: customerName(ticket) }
  return { ...holderContext, execution: { ...holderContext.execution, by } }
}

export const verifyLink = procedure.customerView.verify.handler(async ({ input, context }) => {
  const { holderContext, linkId } = asLinkHolder(context, input.token)
  // Guessing elsewhere does not use up the customer's own tries.
  const { address } = rateLimitSubjectsOf(context.execution.actor, context.address)
  const subjects = { link: `${linkId} ${address}` }
  await context.rateLimiter.consume('customerView.verify', subjects)
  const digits = input.digits.replace(/\D/g, '')
  // Without a key: the same wrong answer twice counts as two tries.
  const answering = await withSignature({ ...holderContext, idempotencyKey: null }, linkId, digits)
  const { output } = await runCommand(answering, 'customerView.verify', '', work =>
    checkAnswer(work, linkId, digits),
  )
  const { companyName } = output.linked.company
  if (!output.isRight)
    throw invalid({ digits: `Those digits don’t match the phone number ${companyName} has on file.` })
  await context.rateLimiter.refund('customerView.verify', subjects)
  setVerified(context, output.linked)
  return { done: true }
})

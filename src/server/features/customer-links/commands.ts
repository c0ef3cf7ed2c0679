// The desk creates, emails and turns off a customer's link; the customer answers its question.

import {
  challengeDigits,
  isLocked,
  lockEndsAt,
  stateOfLink,
  tooManyAnswersSentence,
} from '#domain/customer-links/link.ts'
import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { invalid, retryAfterOf, tooMany } from '#server/lib/api-errors.ts'
import { emailOrThrow } from '#server/mail/limited-mail.ts'
import { rateLimitSubjectsOf } from '#server/rate-limits/rate-limiter.ts'
import { command, procedure, runCommand, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { linkEmail } from './emails.ts'
import {
  asLinkHolder,
  customerName,
  getLinkDetails,
  isKnown,
  type LinkDetails,
  setVerified,
} from './middleware.ts'
import { ensureLink, ensureMailedLinkUrl, findLinkOfTicket, saveLink } from './store.ts'
import { isMailedToken, toLinkDto } from './token.ts'

export const createLink = command.customerLinks.create.handler(async ({ input, context }) => {
  const { work } = context
  const ticket = await getTicket(work, input.ticketId)
  return { link: toLinkDto(context.keyedHash, work, await ensureLink(work, ticket), ticket) }
})

export const revokeLink = command.customerLinks.revoke.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  const link = await findLinkOfTicket(work, ticket.ticketId)
  if (link === null) return { done: true }
  saveLink(work, { ...link, revokedAt: work.now })
  recordActivity(work, ticket, 'revoke-link')
  return { done: true }
})

export const emailLink = command.customerLinks.email.handler(async ({ input, context }) => {
  const { work } = context
  const ticket = await getTicket(work, input.ticketId)
  const url = await ensureMailedLinkUrl(work, context, ticket)
  const email = await emailOrThrow(work, context, linkEmail(await getCompany(work), ticket, url))
  recordActivity(work, ticket, 'email-link')
  return { done: true, email }
})

/** Everyone has their tries back, on this and every other network. */
export const unlockLink = command.customerLinks.unlock.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  const link = await findLinkOfTicket(work, ticket.ticketId)
  if (link === null || (!isLocked(link) && lockEndsAt(link, work.now) === null)) return { done: true }
  saveLink(work, { ...link, wrongAnswers: 0, lockedUntil: null, unlocks: link.unlocks + 1 })
  recordActivity(work, ticket, 'unlock-link')
  return { done: true }
})

type Attempt = {
  readonly token: string
  readonly digits: string
  /** Whether the browser was let in before. */
  readonly isKnown: boolean
  /** The seconds that its network has to wait after a wrong answer. */
  readonly wait: number
}

/** Whether the digits are correct. Wrong answers are counted: too many lock the link for new browsers. */
async function checkAnswer(
  work: UnitOfWork,
  { keyedHash }: Pick<RequestContext, 'keyedHash'>,
  linkId: string,
  attempt: Attempt,
) {
  const { token, digits, isKnown, wait } = attempt
  const linked = await getLinkDetails(work, linkId)
  const { link, ticket } = linked
  const state = stateOfLink(link, ticket, work.now)
  if (state !== 'open') assertNoBlockers([{ code: `link.${state}` }])
  if (isLocked(link, isKnown)) assertNoBlockers([{ code: 'link.locked' }])
  const expected = challengeDigits(ticket.customerDetails.phone)
  // A phone number with too few digits identifies no one.
  if (expected !== null && digits === expected) {
    const email = isMailedToken(keyedHash, token, ticket) ? ticket.customerDetails.email.toLowerCase() : null
    const confirmedEmail = email ?? link.confirmedEmail
    if (link.openedAt === null || confirmedEmail !== link.confirmedEmail)
      saveLink(work, { ...link, openedAt: link.openedAt ?? work.now, confirmedEmail })
    if (link.openedAt === null) recordActivity(work, ticket, 'open-link')
    return { isRight: true, linked }
  }
  const lockedUntil = wait === 0 ? link.lockedUntil : new Date(work.now.getTime() + wait * 1000)
  const tried = { ...link, wrongAnswers: link.wrongAnswers + 1, lockedUntil }
  saveLink(work, tried)
  if (isLocked(tried) || wait > 0) recordActivity(work, ticket, 'lock-link')
  return { isRight: false, linked }
}

/** The request with the customer's name as its signature, if the answer is correct. */
function withSignature(
  holderContext: RequestContext,
  { link, ticket }: LinkDetails,
  digits: string,
): RequestContext {
  if (challengeDigits(ticket.customerDetails.phone) !== digits) return holderContext
  const by = { id: link.linkId, name: customerName(ticket) }
  return { ...holderContext, execution: { ...holderContext.execution, by } }
}

export const verifyLink = procedure.customerView.verify.handler(async ({ input, context }) => {
  const { holderContext, linkId } = asLinkHolder(context, input.token)
  const details = await runQuery(holderContext, work => getLinkDetails(work, linkId))
  const { companyName } = details.company
  const isKnownBrowser = isKnown(context, linkId)
  // Guessing elsewhere does not use up the customer's own tries.
  const { address } = rateLimitSubjectsOf(context.execution.actor, context.address)
  const subjects = isKnownBrowser ? {} : { link: `${linkId} ${details.link.unlocks} ${address}` }
  const tooManyAnswers = (seconds: number) => tooMany(seconds, tooManyAnswersSentence(companyName, seconds))
  const wait = await context.rateLimiter.consume('customerView.verify', subjects).catch(error => {
    const seconds = retryAfterOf(error)
    throw seconds === null ? error : tooManyAnswers(seconds)
  })
  const { token } = input
  const attempt = { token, digits: input.digits.replace(/\D/g, ''), isKnown: isKnownBrowser, wait }
  // Without a key: the same wrong answer twice counts as two tries.
  const answering = withSignature({ ...holderContext, idempotencyKey: null }, details, attempt.digits)
  const { output } = await runCommand(answering, 'customerView.verify', '', work =>
    checkAnswer(work, context, linkId, attempt),
  )
  if (!output.isRight && wait > 0) throw tooManyAnswers(wait)
  if (!output.isRight)
    throw invalid({ digits: `Those digits don’t match the phone number ${companyName} has on file.` })
  await context.rateLimiter.refund('customerView.verify', subjects)
  setVerified(context, output.linked)
  return { done: true }
})

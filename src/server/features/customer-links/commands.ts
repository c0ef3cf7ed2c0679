// The desk gives, mails and closes a customer's link; whoever holds it answers its question.

import { askedDigits, isShut, stateOfLink } from '#domain/customer-links/link.ts'
import { refuseIfAny } from '#domain/lib/refusal.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { getTicket, noteOnTicket } from '#server/features/tickets/store.ts'
import { whoTries } from '#server/http/middleware/rate-limiter.ts'
import { writeAsked } from '#server/mail/limited-mail.ts'
import { invalid } from '#server/rpc/errors.ts'
import { asCommand, asQuery, command, lookup, type RequestContext } from '#server/rpc/procedures.ts'
import { linkLetter } from './emails.ts'
import { asHolder, getLinked, nameOf, rememberAnswer } from './middleware.ts'
import { ensureLink, ensureLinkUrl, findLinkOf, saveLink } from './store.ts'
import { linkAnswer } from './token.ts'

export const makeLink = command.links.make.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'link.give')
  const ticket = await getTicket(work, input.ticketId)
  return { link: linkAnswer(context.fingerprint, work.companyId, await ensureLink(work, ticket), ticket) }
})

export const revokeLink = command.links.revoke.handler(async ({ input, context: { work } }) => {
  allow(work, 'link.give')
  const ticket = await getTicket(work, input.ticketId)
  const link = await findLinkOf(work, ticket.ticketId)
  if (link === null) return { done: true }
  await saveLink(work, { ...link, revokedAt: work.now })
  noteOnTicket(work, ticket, 'revoke-link')
  return { done: true }
})

export const mailLink = command.links.mail.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'link.give')
  const ticket = await getTicket(work, input.ticketId)
  const url = await ensureLinkUrl(work, context, ticket)
  const letter = await writeAsked(work, context, linkLetter(await getCompany(work), ticket, url))
  noteOnTicket(work, ticket, 'mail-link')
  return { done: true, letter }
})

/** Whether the digits were right. A wrong answer is kept: too many shut the question, and let in who has answered. */
async function judge(work: Work, linkId: string, digits: string) {
  const linked = await getLinked(work, linkId)
  const { link, ticket } = linked
  const state = stateOfLink(link, ticket, work.now)
  if (state !== 'open') refuseIfAny([{ code: `link.${state}` }])
  if (isShut(link)) refuseIfAny([{ code: 'link.shut' }])
  const asked = askedDigits(ticket.customerDetails.phone)
  // Of fewer digits nobody can tell whose the link is.
  if (asked !== null && digits === asked) {
    if (link.openedAt === null) {
      await saveLink(work, { ...link, openedAt: work.now })
      noteOnTicket(work, ticket, 'open-link')
    }
    return { isRight: true, linked }
  }
  const tried = { ...link, wrongAnswers: link.wrongAnswers + 1 }
  await saveLink(work, tried)
  if (isShut(tried)) noteOnTicket(work, ticket, 'guess-link')
  return { isRight: false, linked }
}

/** Whoever answers right signs with the customer's name; anybody else is nobody that we know. */
async function signed(holding: RequestContext, linkId: string, digits: string): Promise<RequestContext> {
  const { ticket } = await asQuery(holding, work => getLinked(work, linkId))
  if (askedDigits(ticket.customerDetails.phone) !== digits) return holding
  const by = { id: linkId, name: nameOf(ticket) }
  return { ...holding, occasion: { ...holding.occasion, by } }
}

export const answerLink = lookup.follow.answer.handler(async ({ input, context }) => {
  const { context: holding, linkId } = asHolder(context, input.token)
  // One who guesses does not keep the customer from trying somewhere else.
  const { address } = whoTries(context.occasion.actor, context.address)
  const who = { link: `${linkId} ${address}` }
  await context.counts.count('follow.answer', who)
  const digits = input.digits.replace(/\D/g, '')
  // Without a key: the same wrong answer twice is two tries.
  const answering = await signed({ ...holding, idempotencyKey: null }, linkId, digits)
  const { output } = await asCommand(answering, 'follow.answer', '', work => judge(work, linkId, digits))
  const { companyName } = output.linked.company
  if (!output.isRight)
    throw invalid({ digits: `These are not the last digits of the phone number that ${companyName} has.` })
  await context.counts.forgive('follow.answer', who)
  rememberAnswer(context, output.linked)
  return { done: true }
})

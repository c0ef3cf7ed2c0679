// The desk's view of a customer's link, and what it shows before it is verified.

import { CHALLENGE_DIGITS, challengeDigits, isLocked, stateOfLink } from '#domain/customer-links/link.ts'
import { getRigClaimCode } from '#server/features/rig-claims/claim-codes.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { procedure, query, runQuery } from '#server/rpc/procedures.ts'
import { asLinkHolder, getLinkDetails, isKnown, isVerified } from './middleware.ts'
import { findLinkOfTicket } from './store.ts'
import { toLinkDto } from './token.ts'

export const getLink = query.customerLinks.get.handler(async ({ input, context }) => {
  const { work } = context
  const ticket = await getTicket(work, input.ticketId)
  const link = await findLinkOfTicket(work, ticket.ticketId)
  return {
    link: link === null ? null : toLinkDto(context.keyedHash, work, link, ticket),
    claim: await getRigClaimCode(work, context, ticket),
    canMail: context.mailContext.canDeliver,
  }
})

export const previewLink = procedure.customerView.preview.handler(async ({ input, context }) => {
  const { holderContext, linkId } = asLinkHolder(context, input.token)
  const details = await runQuery(holderContext, work => getLinkDetails(work, linkId))
  const { link, ticket, company } = details
  const state = stateOfLink(link, ticket, context.execution.now)
  const isAnswered = isVerified(context, details)
  return {
    company,
    status:
      state !== 'open' || isAnswered
        ? state
        : isLocked(link, isKnown(context, linkId))
          ? 'locked'
          : 'unverified',
    digits: challengeDigits(ticket.customerDetails.phone) === null ? 0 : CHALLENGE_DIGITS,
  }
})

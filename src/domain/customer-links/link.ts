// The link by which a customer follows one ticket. Whoever holds it is taken for the customer once they
// know the end of the phone number, so a forwarded letter or a code on a counter tells nobody anything.

import { dialedDigits } from '#domain/lib/phone.ts'

/** How long a link shows a ticket after it was completed, or its booking declined. */
export const LINK_DAYS = 90

/** So many wrong answers in all shut the question of a link: four digits are not guessed through. */
export const MAX_WRONG_ANSWERS = 20

/** How many digits of the phone are asked for, at most. */
export const CHALLENGE_DIGITS = 4

const DAY_MS = 24 * 60 * 60 * 1000

export type Link = {
  readonly linkId: string
  readonly ticketId: number
  readonly madeAt: Date
  readonly revokedAt: Date | null
  /** When its question was first answered right. */
  readonly openedAt: Date | null
  readonly wrongAnswers: number
}

type TicketStatus = { readonly state: string; readonly lastMove: { readonly at: Date } }

/** From when on the link of a ticket shows nothing any more; null while there is work to follow. */
export const linkEndsAt = ({ state, lastMove }: TicketStatus): Date | null =>
  state === 'recorded' || state === 'declined' ? new Date(lastMove.at.getTime() + LINK_DAYS * DAY_MS) : null

/** Links of tickets that were done, or declined, before this moment have ended by `now`. */
export const expiredLinkCutoff = (now: Date): Date => new Date(now.getTime() - LINK_DAYS * DAY_MS)

type LinkState = 'open' | 'revoked' | 'expired'

/** Whether a link still leads to its ticket. */
export function stateOfLink(link: Pick<Link, 'revokedAt'>, ticket: TicketStatus, now: Date): LinkState {
  if (link.revokedAt !== null) return 'revoked'
  const ends = linkEndsAt(ticket)
  return ends !== null && ends.getTime() <= now.getTime() ? 'expired' : 'open'
}

/** Whether nobody may answer its question any more. Whoever has answered is let in as before. */
export const isLocked = ({ wrongAnswers }: Pick<Link, 'wrongAnswers'>): boolean =>
  wrongAnswers >= MAX_WRONG_ANSWERS

/** What a link asks for: the last four digits of the phone, without an extension. Null of fewer: no question at all. */
export function challengeDigits(phone: string): string | null {
  const digits = dialedDigits(phone)
  return digits.length < CHALLENGE_DIGITS ? null : digits.slice(-CHALLENGE_DIGITS)
}

// The link by which a customer follows a ticket. It requires the last digits of the phone number, so a forwarded
// email or a printed code reveals nothing.

import { dialedDigits } from '#domain/lib/phone.ts'

/** How long a link works after the ticket was completed, closed, or its booking declined. */
export const LINK_DAYS = 90

/** This many wrong answers in all lock a link: four digits cannot be guessed. */
export const MAX_WRONG_ANSWERS = 20

/** This many within an hour lock a link for the network they came from. */
export const MAX_HOURLY_WRONG_ANSWERS = 5

/** The number of phone digits asked for, at most. */
export const CHALLENGE_DIGITS = 4

const DAY_MS = 24 * 60 * 60 * 1000

export type Link = {
  readonly linkId: string
  readonly ticketId: number
  readonly createdAt: Date
  readonly revokedAt: Date | null
  /** When its question was first answered correctly. */
  readonly openedAt: Date | null
  readonly wrongAnswers: number
  /** Until when a network that gave too many wrong answers within an hour has to wait. */
  readonly lockedUntil: Date | null
  /** How often the desk unlocked it: each time gives everyone their tries back. */
  readonly unlocks: number
  /** The email, in lower case, at which the customer got the link that they opened; null if they got it otherwise. */
  readonly confirmedEmail: string | null
}

type TicketStatus = { readonly state: string; readonly lastTransition: { readonly at: Date } }

/** When a ticket's link expires; null while the ticket is open. */
export const linkEndsAt = ({ state, lastTransition }: TicketStatus): Date | null =>
  ['recorded', 'declined', 'closed'].includes(state)
    ? new Date(lastTransition.at.getTime() + LINK_DAYS * DAY_MS)
    : null

/** Links of tickets completed, closed or declined before this time have expired by `now`. */
export const expiredLinkCutoff = (now: Date): Date => new Date(now.getTime() - LINK_DAYS * DAY_MS)

type LinkState = 'open' | 'revoked' | 'expired'

/** Whether a link still works. */
export function stateOfLink(link: Pick<Link, 'revokedAt'>, ticket: TicketStatus, now: Date): LinkState {
  if (link.revokedAt !== null) return 'revoked'
  const ends = linkEndsAt(ticket)
  return ends !== null && ends.getTime() <= now.getTime() ? 'expired' : 'open'
}

/**
 * Whether the link is locked for new browsers, or for `known` ones that were let in before. These have as many tries
 * left when strangers have used up theirs.
 */
export const isLocked = ({ wrongAnswers }: Pick<Link, 'wrongAnswers'>, isKnown = false): boolean =>
  wrongAnswers >= MAX_WRONG_ANSWERS * (isKnown ? 2 : 1)

/** Until when a network has to wait; null if none has to. */
export const lockEndsAt = ({ lockedUntil }: Pick<Link, 'lockedUntil'>, now: Date): Date | null =>
  lockedUntil !== null && lockedUntil > now ? lockedUntil : null

/** What a customer does after too many wrong answers; `seconds` until the next try. */
export function tooManyAnswersSentence(companyName: string, seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes <= 1 ? 'a minute' : `${minutes} minutes`
  return `Too many wrong answers. Ask ${companyName} for a new link, or try again in ${wait}.`
}

/**
 * The answer to a link's question: the last four digits of the phone, without an extension. Null for fewer: no
 * question.
 */
export function challengeDigits(phone: string): string | null {
  const digits = dialedDigits(phone)
  return digits.length < CHALLENGE_DIGITS ? null : digits.slice(-CHALLENGE_DIGITS)
}

// What the owner of a company is emailed about: what customers and their banks did since. Customers' text is a single
// short line, because anyone can book, and no sentence has a phone number or an address.

import type { EntryCause } from '#domain/billing/ledger.ts'
import { dayAfter, dayOf, formatDayWithYear, timestampOf } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'

/** The owner chooses when each is emailed. */
export const NOTICE_KINDS = ['booking', 'message', 'approval', 'appointment', 'review', 'dispute'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const NOTICE_TIMINGS = ['at-once', 'daily', 'off'] as const
/** `daily`: in one email each morning. */
export type NoticeTiming = (typeof NOTICE_TIMINGS)[number]

/** When the owner is emailed about each kind. */
export type NoticeTimings = Readonly<Record<NoticeKind, NoticeTiming>>

/** What the sentence of a notice needs. Times are in words, in the company's time zone. */
export type NoticeContent =
  | {
      readonly kind: 'booking'
      readonly customer: string
      readonly appointment: string
      readonly problem: string
    }
  | {
      readonly kind: 'message'
      readonly customer: string
      readonly text: string
      /** What it is about, as from `jobLabel`; absent for the whole ticket. */
      readonly job?: string | undefined
    }
  | {
      readonly kind: 'approval'
      readonly customer: string
      /** As from `jobLabel`. */
      readonly job: string
      readonly answer: 'approved' | 'declined'
    }
  | {
      readonly kind: 'appointment'
      readonly customer: string
      readonly before: string
      /** Null if it was canceled. */
      readonly after: string | null
      /** What is still held of the customer's money after a cancellation; absent for nothing. */
      readonly held?: Cents | undefined
      /** Which other tickets are in its bay then, as a sentence; absent without any. */
      readonly serviceBayNote?: string | undefined
    }
  | { readonly kind: 'review'; readonly customer: string; readonly stars: number; readonly words: string }
  | { readonly kind: 'dispute'; readonly vin: string; readonly words: string }
  | {
      /** Always emailed at once. */
      readonly kind: 'card'
      readonly cause: EntryCause
      readonly amount: Cents
      /** The last day to answer a dispute, `YYYY-MM-DD`; null if there is nothing to answer. */
      readonly answerBy: string | null
    }

type CardContent = Extract<NoticeContent, { readonly kind: 'card' }>

export type Notice = { readonly ticketId: number; readonly content: NoticeContent }

/** When the owner is emailed about it. */
export const timingOf = ({ kind }: Pick<NoticeContent, 'kind'>, timings: NoticeTimings): NoticeTiming =>
  kind === 'card' ? 'at-once' : timings[kind]

const MINUTE_MS = 60_000

/** What happens within this time goes into one email. */
export const GATHER_MS = MINUTE_MS

/** When the daily email is sent, in hours of the company's day. */
const DAILY_HOUR = 7

/** When a notice of `now` is due; null if the owner does not want it. */
export function noticeDueAt(timing: NoticeTiming, now: Date, timeZone: string): Date | null {
  if (timing === 'off') return null
  if (timing === 'at-once') return new Date(now.getTime() + GATHER_MS)
  const today = dayOf(now, timeZone)
  const thisMorning = timestampOf(today, DAILY_HOUR, timeZone)
  return thisMorning > now ? thisMorning : timestampOf(dayAfter(today), DAILY_HOUR, timeZone)
}

const MAX_TEXT_LENGTH = 200
const MAX_NAME_LENGTH = 80

/**
 * Only our own links can be tapped in the email. Counted in characters as people count them, so that no emoji is cut
 * in half.
 */
function toShortLine(text: string, maxLength: number): string {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/https?:\/\//gi, '')
    .trim()
  const characters = [...line]
  return characters.length <= maxLength
    ? characters.join('')
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
}

/** The same content with each text as a single line of limited length, for storing. */
export function shortenNotice<C extends NoticeContent>(content: C): C {
  const shortened = Object.entries(content).map(([field, value]) => {
    const maxLength = field === 'customer' ? MAX_NAME_LENGTH : MAX_TEXT_LENGTH
    return [field, typeof value === 'string' ? toShortLine(value, maxLength) : value]
  })
  return Object.fromEntries(shortened) as C
}

const quoted = (text: string): string => (text === '' ? '' : ` “${text}”`)

function cardSentence(ticketId: number, { cause, amount, answerBy }: CardContent): string {
  const money = formatMoney(amount)
  switch (cause) {
    case 'dispute': {
      const answer = answerBy === null ? '' : ` Answer it at Stripe by ${formatDayWithYear(answerBy)}.`
      return `A customer’s bank disputes ${money} that was paid by card for ticket ${ticketId}, and Stripe took it from your account.${answer}`
    }
    case 'dispute-won':
      return `You won the dispute about ticket ${ticketId}: ${money} is back in your account.`
    case 'refund-failed':
      return `The bank did not take the refund of ${money} for ticket ${ticketId}, so it is back in your account. Ask the customer how to pay it back.`
  }
}

const heldSentence = (held: Cents | undefined): string =>
  held === undefined ? '' : ` You still hold ${formatMoney(held)} of their money.`

/** `June Park sent a message about ticket 412873: “When can I come?”` */
export function noticeSentence({ ticketId, content }: Notice): string {
  switch (content.kind) {
    case 'booking':
      return `${content.customer} asked for an appointment on ${content.appointment} (ticket ${ticketId}):${quoted(content.problem)}`
    case 'message':
      return `${content.customer} sent a message about ${content.job === undefined ? '' : `${content.job} on `}ticket ${ticketId}:${quoted(content.text)}`
    case 'approval':
      return `${content.customer} ${content.answer} ${content.job} on ticket ${ticketId}.`
    case 'appointment':
      return content.after === null
        ? `${content.customer} canceled the appointment on ${content.before} (ticket ${ticketId}).${heldSentence(content.held)}`
        : `${content.customer} moved the appointment on ${content.before} to ${content.after} (ticket ${ticketId}).${content.serviceBayNote === undefined ? '' : ` ${content.serviceBayNote}`}`
    case 'review':
      return `${content.customer} reviewed ticket ${ticketId}: ${content.stars} of 5 stars.${quoted(content.words)}`
    case 'dispute':
      return `The owner of the RV with VIN ${content.vin} disputes the work history entry for ticket ${ticketId}:${quoted(content.words)} Nothing was changed, and the public work history doesn’t show this.`
    case 'card':
      return cardSentence(ticketId, content)
  }
}

const CARD_SUBJECTS: Readonly<Record<EntryCause, string>> = {
  dispute: 'A card payment is disputed',
  'dispute-won': 'Dispute won',
  'refund-failed': 'A refund failed',
}

function subjectOf({ ticketId, content }: Notice): string {
  switch (content.kind) {
    case 'booking':
      return `New booking: ticket ${ticketId}`
    case 'message':
      return `New message about ticket ${ticketId}`
    case 'approval':
      return `A customer ${content.answer} a job line on ticket ${ticketId}`
    case 'appointment':
      return `Appointment ${content.after === null ? 'canceled' : 'moved'}: ticket ${ticketId}`
    case 'review':
      return `New review of ticket ${ticketId}: ${content.stars} of 5 stars`
    case 'dispute':
      return `An RV owner disputes ticket ${ticketId}`
    case 'card':
      return `${CARD_SUBJECTS[content.cause]}: ticket ${ticketId}`
  }
}

/** The subject of the email with these notices; without anything that a customer wrote. */
export function noticesSubject(notices: readonly Notice[]): string {
  const [first] = notices
  return first !== undefined && notices.length === 1
    ? subjectOf(first)
    : `${notices.length} updates from your customers`
}

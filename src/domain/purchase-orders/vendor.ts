// From whom a company orders parts.

import { daysBetween } from '#domain/lib/calendar-date.ts'
import { medianOf } from '#domain/lib/median.ts'
import { CONFIRM_EMAIL_FIRST, type EmailOutcome } from '#domain/mail/email-outcome.ts'

export type Vendor = {
  readonly vendorId: string
  readonly name: string
  /** The company's own at the vendor; may be empty. */
  readonly accountNumber: string
  readonly phone: string
  readonly email: string
  /** As agreed, such as `Net 30`; may be empty. */
  readonly terms: string
}

export const MAX_VENDORS = 200
export const MAX_VENDOR_LENGTHS = { name: 100, accountNumber: 60, terms: 100 } as const

/** Of a vendor's parts that came, how many tell how long it takes. */
export const LEAD_TIME_PARTS = 20

/**
 * How long a vendor takes, by its last parts that came: the median of the days of the calendar from the one on which each was
 * ordered to that of its first piece, a half rounded up. Null of none. Days are `YYYY-MM-DD`.
 */
export function leadDaysOf(
  parts: readonly { readonly orderedOn: string; readonly receivedOn: string }[],
): number | null {
  const median = medianOf(
    parts.map(({ orderedOn, receivedOn }) => Math.max(0, daysBetween(orderedOn, receivedOn))),
  )
  return median === null ? null : Math.round(median)
}

/** `Usually comes in 4 days`; of one that is there the same day, `Usually comes the same day`. */
export function leadTimeLabel(days: number): string {
  if (days === 0) return 'Usually comes the same day'
  return `Usually comes in ${days === 1 ? '1 day' : `${days} days`}`
}

/** Said where a company has as many vendors as it can have. */
export const TOO_MANY_VENDORS = `A company has at most ${MAX_VENDORS} vendors. Remove one first.`

/** Said of a vendor that was removed meanwhile. */
export const VENDOR_REMOVED = 'This vendor was removed. Choose another one.'

const PDF_INSTEAD = 'Send the vendor the PDF.'

/** Why an order was not emailed to its vendor; null if it was. */
export function orderNotEmailedSentence(outcome: EmailOutcome): string | null {
  if (outcome === 'no-mail') return `Not emailed: email isn’t set up. ${PDF_INSTEAD}`
  if (outcome === 'too-many') return `Not emailed: your company reached today’s email limit. ${PDF_INSTEAD}`
  return outcome === 'unconfirmed' ? `${CONFIRM_EMAIL_FIRST} ${PDF_INSTEAD}` : null
}

const keyOf = (name: string): string => name.normalize('NFC').trim().toLowerCase()

/** The one of these vendors that has this name, whatever the case; undefined without one. */
export const vendorNamed = <Named extends Pick<Vendor, 'name'>>(
  name: string,
  vendors: readonly Named[],
): Named | undefined => vendors.find(vendor => keyOf(vendor.name) === keyOf(name))

/** Why a company with these other vendors cannot have one of this name; null if it can. */
export function vendorNameProblem(name: string, others: readonly Pick<Vendor, 'name'>[]): string | null {
  const other = vendorNamed(name, others)
  return other === undefined ? null : `There is already a vendor named ${other.name}.`
}

/** Why a vendor with these open orders, by number, cannot be removed; null if it can. */
export function vendorRemovalProblem(openOrders: readonly number[]): string | null {
  if (openOrders.length === 0) return null
  return openOrders.length === 1
    ? `Close its open order first: ${openOrders[0]}.`
    : `Close its open orders first: ${openOrders.join(', ')}.`
}

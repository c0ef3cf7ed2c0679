// What founders did, in a trail of their own: who, when, what, and what it was before. Whoever runs the platform can
// take a company's badge or its place in the list, so nobody of them does it unseen by the others.

import { firstNameOf, type Signature } from '#domain/account/actor.ts'
import { formatPeriod, type VerificationPeriod } from './verification-period.ts'

/** What a sentence needs besides who and when. */
export type AdminEntryDetail = {
  /** As it was called then. */
  readonly companyName?: string | undefined
  readonly reason?: string | undefined
  readonly note?: string | undefined
  readonly month?:
    | { readonly before: VerificationPeriod | null; readonly after: VerificationPeriod | null }
    | undefined
  readonly pendingStatus?: boolean | undefined
  /** VINs. */
  readonly before?: string | undefined
  readonly after?: string | undefined
}

export const ADMIN_VERBS = [
  'company.verify',
  'company.unverify',
  'company.set-pending',
  'company.suspend',
  'company.restore',
  'review.remove',
  'review.restore',
  'history.correct-vin',
  'rig.end-claim',
] as const
export type AdminVerb = (typeof ADMIN_VERBS)[number]

type AdminEntry = {
  readonly by: Signature
  readonly verb: AdminVerb
  readonly ticketId: number | null
  readonly vin?: string | null | undefined
  readonly detail: AdminEntryDetail | null
}

type EntryFacts = AdminEntryDetail & Pick<AdminEntry, 'ticketId' | 'vin'>

const company = ({ companyName = 'a company' }: EntryFacts): string => companyName
const formatReason = ({ reason }: EntryFacts): string => (reason === undefined ? '' : `: ${reason}`)
const review = ({ ticketId, ...facts }: EntryFacts): string =>
  `the review of ${company({ ticketId, ...facts })}${ticketId === null ? '' : ` (ticket ${ticketId})`}`
const formatPreviousMonth = ({ month }: EntryFacts): string =>
  month?.before ? `, instead of ${formatPeriod(month.before)}` : ''

const SENTENCES: Readonly<Record<AdminVerb, (told: EntryFacts) => string>> = {
  'company.verify': told =>
    `marked ${company(told)} Verified${told.month?.after ? ` for ${formatPeriod(told.month.after)}` : ''}${formatPreviousMonth(told)}${told.note === undefined ? '' : `: ${told.note}`}`,
  'company.unverify': told =>
    `took Verified from ${company(told)}${told.month?.before ? ` (${formatPeriod(told.month.before)})` : ''}${formatReason(told)}`,
  'company.set-pending': told =>
    `marked ${company(told)} as ${told.pendingStatus === true ? 'pending' : 'no longer pending'}`,
  'company.suspend': told => `suspended ${company(told)}${formatReason(told)}`,
  'company.restore': told => `restored ${company(told)}${formatReason(told)}`,
  'review.remove': told => `removed ${review(told)}${formatReason(told)}`,
  'review.restore': told => `restored ${review(told)}${formatReason(told)}`,
  'history.correct-vin': told =>
    `moved ticket ${told.ticketId ?? ''} of ${company(told)} from VIN ${told.before ?? ''} to ${told.after ?? ''}${formatReason(told)}`,
  'rig.end-claim': told =>
    `ended the claim of the rig ${told.vin ?? ''} that came of ticket ${told.ticketId ?? ''} of ${company(told)}${formatReason(told)}`,
}

/** One line as a sentence without its full stop: `Maya suspended Lone Star RV: reason`. */
export const adminSentence = ({ by, verb, ticketId, vin, detail }: AdminEntry): string =>
  `${firstNameOf(by)} ${SENTENCES[verb]({ ...detail, ticketId, vin })}`

/** What was typed, as a sentence that others can stand after. */
export const endSentence = (typed: string): string => (/[.!?…]$/.test(typed) ? typed : `${typed}.`)

// What founders did, in a trail of their own: who, when, what, and what it was before. Whoever runs the platform can
// take a company's badge or its place in the list, so nobody of them does it unseen by the others.

import { firstNameOf, type Signature } from '#domain/account/actor.ts'
import { type FoundersMonth, printMonth } from './verification-period.ts'

/** What a sentence needs besides who and when. */
export type FounderFacts = {
  /** As it was called then. */
  readonly companyName?: string | undefined
  readonly reason?: string | undefined
  readonly note?: string | undefined
  readonly month?: { readonly before: FoundersMonth | null; readonly after: FoundersMonth | null } | undefined
  readonly pendingStatus?: boolean | undefined
  /** VINs. */
  readonly before?: string | undefined
  readonly after?: string | undefined
}

export const FOUNDER_VERBS = [
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
export type FounderVerb = (typeof FOUNDER_VERBS)[number]

export type FounderDeed = {
  readonly by: Signature
  readonly verb: FounderVerb
  readonly ticketId: number | null
  readonly vin?: string | null | undefined
  readonly detail: FounderFacts | null
}

type Told = FounderFacts & Pick<FounderDeed, 'ticketId' | 'vin'>

const company = ({ companyName = 'a company' }: Told): string => companyName
const because = ({ reason }: Told): string => (reason === undefined ? '' : `: ${reason}`)
const review = ({ ticketId, ...told }: Told): string =>
  `the review of ${company({ ticketId, ...told })}${ticketId === null ? '' : ` (ticket ${ticketId})`}`
const instead = ({ month }: Told): string => (month?.before ? `, instead of ${printMonth(month.before)}` : '')

const SENTENCES: Readonly<Record<FounderVerb, (told: Told) => string>> = {
  'company.verify': told =>
    `marked ${company(told)} Verified${told.month?.after ? ` for ${printMonth(told.month.after)}` : ''}${instead(told)}${told.note === undefined ? '' : `: ${told.note}`}`,
  'company.unverify': told =>
    `took Verified from ${company(told)}${told.month?.before ? ` (${printMonth(told.month.before)})` : ''}${because(told)}`,
  'company.set-pending': told =>
    `marked ${company(told)} as ${told.pendingStatus === true ? 'pending' : 'no longer pending'}`,
  'company.suspend': told => `suspended ${company(told)}${because(told)}`,
  'company.restore': told => `restored ${company(told)}${because(told)}`,
  'review.remove': told => `removed ${review(told)}${because(told)}`,
  'review.restore': told => `restored ${review(told)}${because(told)}`,
  'history.correct-vin': told =>
    `moved ticket ${told.ticketId ?? ''} of ${company(told)} from VIN ${told.before ?? ''} to ${told.after ?? ''}${because(told)}`,
  'rig.end-claim': told =>
    `ended the claim of the rig ${told.vin ?? ''} that came of ticket ${told.ticketId ?? ''} of ${company(told)}${because(told)}`,
}

/** One line as a sentence without its full stop: `Maya suspended Lone Star RV: reason`. */
export const founderSentence = ({ by, verb, ticketId, vin, detail }: FounderDeed): string =>
  `${firstNameOf(by)} ${SENTENCES[verb]({ ...detail, ticketId, vin })}`

/** What was typed, as a sentence that others can stand after. */
export const asSentence = (typed: string): string => (/[.!?…]$/.test(typed) ? typed : `${typed}.`)

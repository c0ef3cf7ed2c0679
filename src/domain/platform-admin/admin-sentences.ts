// The audit log of founders and the operator: who, when, what, and the value before. They can remove a company's badge
// or hide it, so every founder can see what the others did.

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
  /** How many of a person's tickets and accounts. */
  readonly tickets?: number | undefined
  readonly accounts?: number | undefined
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
  'company.change-email',
  'company.delete',
  'account.reset-password',
  'account.reset-two-factor',
  'account.end-sessions',
  'person.forget',
  'mail.show',
  'mail.resend',
  'mail.test',
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
const account = ({ companyName }: EntryFacts): string =>
  companyName === undefined ? 'an account without a company' : `an account of ${companyName}`
const formatReason = ({ reason }: EntryFacts): string => (reason === undefined ? '' : `: ${reason}`)
const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`
const review = ({ ticketId, ...facts }: EntryFacts): string =>
  `the review of ${company({ ticketId, ...facts })}${ticketId === null ? '' : ` (ticket ${ticketId})`}`
const formatPreviousMonth = ({ month }: EntryFacts): string =>
  month?.before ? `, instead of ${formatPeriod(month.before)}` : ''

const SENTENCES: Readonly<Record<AdminVerb, (facts: EntryFacts) => string>> = {
  'company.verify': facts =>
    `marked ${company(facts)} Verified${facts.month?.after ? ` for ${formatPeriod(facts.month.after)}` : ''}${formatPreviousMonth(facts)}${facts.note === undefined ? '' : `: ${facts.note}`}`,
  'company.unverify': facts =>
    `removed Verified from ${company(facts)}${facts.month?.before ? ` (${formatPeriod(facts.month.before)})` : ''}${formatReason(facts)}`,
  'company.set-pending': facts =>
    `marked ${company(facts)} as ${facts.pendingStatus === true ? 'pending' : 'no longer pending'}`,
  'company.suspend': facts => `suspended ${company(facts)}${formatReason(facts)}`,
  'company.restore': facts => `restored ${company(facts)}${formatReason(facts)}`,
  'review.remove': facts => `removed ${review(facts)}${formatReason(facts)}`,
  'review.restore': facts => `restored ${review(facts)}${formatReason(facts)}`,
  'history.correct-vin': facts =>
    `moved ticket ${facts.ticketId ?? ''} of ${company(facts)} from VIN ${facts.before ?? ''} to ${facts.after ?? ''}${formatReason(facts)}`,
  'rig.end-claim': facts =>
    `ended the claim on VIN ${facts.vin ?? ''} from ticket ${facts.ticketId ?? ''} of ${company(facts)}${formatReason(facts)}`,
  'company.change-email': facts => `changed the email of ${company(facts)}`,
  'company.delete': facts => `deleted ${company(facts)}; its visits stay in the rigs’ work histories`,
  'account.reset-password': facts => `made a password reset link for ${account(facts)}`,
  'account.reset-two-factor': facts => `turned off two-factor authentication for ${account(facts)}`,
  'account.end-sessions': facts => `logged out ${account(facts)} on every device`,
  'person.forget': ({ tickets = 0, accounts = 0 }) =>
    `removed a person’s details from ${count(tickets, 'ticket')} and deleted ${count(accounts, 'account')}`,
  'mail.show': () => 'read a queued email',
  'mail.resend': () => 'sent a waiting email again',
  'mail.test': () => 'sent a test email',
}

/** An entry as a sentence without a period: `Maya suspended Lone Star RV: reason`. */
export const adminSentence = ({ by, verb, ticketId, vin, detail }: AdminEntry): string =>
  `${firstNameOf(by)} ${SENTENCES[verb]({ ...detail, ticketId, vin })}`

/** Typed text as a sentence, so that another can follow. */
export const endSentence = (typed: string): string => (/[.!?…]$/.test(typed) ? typed : `${typed}.`)

// A company's activity log, for its owner: every command adds an entry, and so does every login attempt. Entries
// cannot be changed.

import { firstNameOf, type Signature } from '#domain/account/actor.ts'
import type { SpreadsheetDetail, SpreadsheetKind } from '#domain/spreadsheet-import/import-run.ts'
import { type ActivityDetail, activitySentence, formatTrackedTime } from '#domain/tickets/activity.ts'

/** An entry of a company's log. */
type AuditEntry = {
  readonly by: Signature
  readonly kind: string
  /** The changed ticket, employee or company. */
  readonly id: string
  /** The kind and the action: `employee.deactivate`. */
  readonly verb: string
  readonly detail:
    | (ActivityDetail & { readonly employee?: string | undefined } & {
        readonly [Field in keyof SpreadsheetDetail]?: SpreadsheetDetail[Field] | undefined
      })
    | null
}

type SentenceFacts = {
  readonly employee: string
  readonly reason: string
  /** `7h45m`, or `8h45m to 7h45m`, as time in the shop was corrected. */
  readonly shopTime: string
  /** `past work from “work.csv”` */
  readonly source: string
  /** `250 rows of “work.csv”` */
  readonly rows: string
}

const KIND_NAMES: Readonly<Record<SpreadsheetKind, string>> = {
  customers: 'customers and RVs',
  employees: 'employees',
  work: 'past work',
}

function spreadsheetFacts({ spreadsheet, rows }: NonNullable<AuditEntry['detail']>) {
  if (spreadsheet === undefined) return { source: 'a spreadsheet', rows: 'rows of a spreadsheet' }
  const { kind, file } = spreadsheet
  const unit = kind === 'work' ? ['visit', 'visits'] : ['row', 'rows']
  return {
    source: `${KIND_NAMES[kind]} from “${file}”`,
    rows: `${rows?.toLocaleString('en-US')} ${unit[rows === 1 ? 0 : 1]} of “${file}”`,
  }
}

function formatShopTime({ clockInTime, clockOutTime }: NonNullable<AuditEntry['detail']>): string {
  if (clockInTime === undefined || clockOutTime === undefined) return 'time'
  const before = formatTrackedTime(clockInTime.before, clockOutTime.before)
  const after = formatTrackedTime(clockInTime.after, clockOutTime.after)
  const isSame = clockInTime.before.getTime() === clockInTime.after.getTime() && before === after
  return isSame ? after : `${before} to ${after}`
}

const COMPANY_SENTENCES: Readonly<Record<string, (facts: SentenceFacts) => string>> = {
  'company.register': () => 'registered the company',
  'company.bring-along': () => 'brought the company’s data along from another system',
  'company.take-back': () => 'undid an import',
  'company.change': () => 'changed the company’s details',
  'company.change-preferences': () => 'changed the company’s preferences',
  'company.change-booking-rules': () => 'changed when customers can book',
  'company.add-service-bay': () => 'added a bay',
  'company.rename-service-bay': () => 'renamed a bay',
  'company.remove-service-bay': () => 'removed a bay',
  'company.add-vendor': () => 'added a vendor',
  'company.change-vendor': () => 'changed a vendor',
  'company.remove-vendor': () => 'removed a vendor',
  'company.add-markup': () => 'added a markup of parts',
  'company.remove-markup': () => 'removed a markup of parts',
  'company.add-order-line': () => 'put a part on a purchase order',
  'company.remove-order-line': () => 'took a part off a purchase order',
  'company.place-order': () => 'placed a purchase order',
  'company.expect-order-line': () => 'changed when an ordered part is expected',
  'company.receive-order-line': () => 'received an ordered part',
  'company.undo-receipt': ({ reason }) => `undid the receipt of an ordered part${reason}`,
  'company.change-order-details': () => 'changed the details of a purchase order',
  'company.email-order': () => 'emailed a purchase order to its vendor',
  'company.return-core': () => 'returned a core to its vendor',
  'company.undo-core-return': () => 'undid the return of a core to its vendor',
  'company.return-order-line': ({ reason }) => `returned an ordered part to its vendor${reason}`,
  'company.undo-vendor-return': () => 'undid the return of a part to its vendor',
  'company.credit-vendor-return': () => 'entered a vendor’s credit for a returned part',
  'company.close-order': () => 'closed a purchase order',
  'company.reopen-order': () => 'reopened a purchase order',
  'company.add-stock-item': () => 'added a stock item',
  'company.change-stock-item': () => 'changed a stock item',
  'company.remove-stock-item': () => 'removed a stock item',
  'company.receive-stock-item': () => 'received a part into stock',
  'company.count-stock-item': () => 'counted a stock item',
  'company.scrap-stock-item': () => 'scrapped a part in stock',
  'company.change-customer': () => 'changed a customer’s details',
  'company.merge-customers': () => 'merged two customers',
  'company.separate-customers': () => 'separated two customers again',
  'company.change-hours': () => 'changed the company’s hours',
  'company.change-billing': () => 'changed how the company bills',
  'company.add-tax-rate': () => 'added a tax rate',
  'company.change-tax-rate': () => 'changed a tax rate',
  'company.archive-tax-rate': () => 'archived a tax rate',
  'company.allow-corrections': ({ employee }) => `lets ${employee} refund and issue credit notes`,
  'company.end-corrections': ({ employee }) => `no longer lets ${employee} refund and issue credit notes`,
  'company.turn-off-billing': () => 'turned off billing',
  'company.export-books': () => 'exported invoices and payments for bookkeeping',
  'company.close-day': () => 'closed a day’s money',
  'company.turn-on-billing': () => 'turned on billing',
  'company.import-start': ({ source }) => `started an import of ${source}`,
  'company.send-import-rows': ({ rows }) => `uploaded ${rows} for an import`,
  // Until each import had its end in the log.
  'company.import-rows': () => 'imported rows of a spreadsheet',
  'company.import-done': ({ source }) => `finished an import of ${source}`,
  'company.import-fail': ({ source }) => `could not finish an import of ${source}`,
  'company.import-undo': ({ source }) => `undid an import of ${source}`,
  'company.export-start': () => 'started an export of everything the company has',
  'company.export-ready': () => 'finished an export of everything the company has',
  'company.export-fail': () => 'could not finish an export of everything the company has',
  'company.export-download': () => 'downloaded an export of everything the company has',
  'company.change-image': () => 'changed the company’s image',
  'company.close': () => 'closed the company: it is deleted in 30 days',
  'company.keep-open': () => 'took back that the company closes',
  'company.earn-trusted': () => 'earned Trusted for the company through reviews',
  'company.lose-trusted': () => 'removed Trusted from the company: too few good reviews lately',
  'company.earn-on-time': () => 'earned On Time for the company through promised days',
  'company.lose-on-time': () => 'removed On Time from the company: too few promised days were met lately',
  'company.verify': () => 'of Rigwright marked the company Verified',
  'company.unverify': ({ reason }) => `of Rigwright removed Verified from the company${reason}`,
  'company.set-pending': () => 'of Rigwright changed whether the company is pending',
  'company.suspend': ({ reason }) => `of Rigwright suspended the company${reason}`,
  'company.restore': ({ reason }) => `of Rigwright restored the company${reason}`,
  'company.send-confirmation': () => 'asked for another link to confirm the company’s email',
  'company.name-owner': () => 'was asked for their own name',
  'company.confirm-email': () => 'confirmed the company’s email',
  'company.release-email': () =>
    'uses the company’s email for an account of their own: nobody had confirmed it',
  'company.change-email': () => 'of Rigwright changed the company’s email',
  'account.reset-password': ({ employee }) => `of Rigwright made a password reset link for ${employee}`,
  'account.reset-two-factor': ({ employee }) =>
    `of Rigwright turned off two-factor authentication for ${employee}`,
  'account.end-sessions': ({ employee }) => `of Rigwright logged ${employee} out on every device`,
  'company.sign-out-elsewhere': () => 'logged out on other devices',
  'employee.sign-out-elsewhere': () => 'logged out on other devices',
  'employee.register': ({ employee }) => `registered ${employee}`,
  'employee.change': ({ employee }) => `changed the details of ${employee}`,
  'employee.change-hours': ({ employee }) => `changed the working hours of ${employee}`,
  'employee.clock-in-to-shop': () => 'clocked in to the shop',
  'employee.clock-out-of-shop': () => 'clocked out of the shop',
  'employee.end-shop-time': ({ employee }) => `clocked ${employee} out of the shop`,
  'employee.add-shop-time': ({ employee, shopTime, reason }) =>
    `added ${shopTime} in the shop for ${employee}${reason}`,
  'employee.correct-shop-time': ({ employee, shopTime, reason }) =>
    `corrected time in the shop of ${employee}, ${shopTime}${reason}`,
  'employee.remove-shop-time': ({ employee, shopTime, reason }) =>
    `removed ${shopTime} in the shop of ${employee}${reason}`,
  'employee.add-time-off': ({ employee }) => `added time off for ${employee}`,
  'employee.remove-time-off': ({ employee }) => `removed time off of ${employee}`,
  'employee.show-first-name': () => 'chose that customers read their first name only',
  'employee.show-name': () => 'chose that customers read their full name',
  'employee.set-qualification': () => 'changed what customers read of their years and certificates',
  'employee.deactivate': ({ employee }) => `deactivated ${employee}`,
  'employee.reactivate': ({ employee }) => `reactivated ${employee}`,
  'employee.send-reset': ({ employee }) => `sent ${employee} a password reset link`,
  'employee.release-email': ({ employee }) =>
    `deactivated ${employee}: the email is theirs, and they use it for an account of their own`,
  'employee.delete': ({ employee }) => `deleted ${employee}`,
}

/** Whether a verb that does not belong to tickets has a sentence. */
export const hasAuditSentence = (verb: string): boolean => Object.hasOwn(COMPANY_SENTENCES, verb)

/** An entry as a sentence without a period: `Dana deactivated Sam Ortiz`. Old entries have no names. */
export function auditSentence(entry: AuditEntry): string {
  if (entry.kind === 'ticket') return activitySentence(entry)
  const detail = entry.detail ?? {}
  const { employee = 'an employee', reason } = detail
  const reasonSuffix = reason === undefined ? '' : `: ${reason}`
  const predicate =
    COMPANY_SENTENCES[entry.verb]?.({
      ...{ employee, reason: reasonSuffix, shopTime: formatShopTime(detail) },
      ...spreadsheetFacts(detail),
    }) ?? `changed the ${entry.kind}`
  return `${firstNameOf(entry.by)} ${predicate}`
}

/** Login events. */
export const SIGN_IN_EVENTS = [
  'signed-in',
  'password-given',
  'refused',
  'code-refused',
  'inactive',
  'suspended',
  'reset-asked',
  'password-reset',
  'password-changed',
  'two-factor-on',
  'two-factor-off',
  'recovery-codes',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
] as const
export type SignInEvent = (typeof SIGN_IN_EVENTS)[number]

const SIGN_IN_SENTENCES: Readonly<Record<SignInEvent, string>> = {
  'signed-in': 'logged in',
  'password-given': 'entered the password and was asked for a two-factor code',
  refused: 'could not log in: wrong password',
  'code-refused': 'could not log in: wrong two-factor code',
  inactive: 'could not log in: the account is inactive',
  suspended: 'could not log in: the company is suspended',
  'reset-asked': 'requested a password reset link',
  'password-reset': 'reset the password with a link',
  'password-changed': 'changed the password',
  'two-factor-on': 'turned on two-factor authentication',
  'two-factor-off': 'turned off two-factor authentication',
  'recovery-codes': 'created new recovery codes',
  'recovery-code-used': 'used a recovery code',
  'passkey-added': 'added a passkey',
  'passkey-removed': 'removed a passkey',
}

/** `Rosa Díaz logged in`. */
export const signInSentence = (name: string, event: SignInEvent): string =>
  `${name} ${SIGN_IN_SENTENCES[event]}`

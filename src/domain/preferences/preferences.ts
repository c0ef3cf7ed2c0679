// What a company chooses for itself, apart from what customers see of it.

import type { NoticeTimings } from '#domain/notices/notice.ts'

/** Two weeks. */
export const MAX_CHANGE_HOURS = 336

/** What is off until it is turned on. */
export const PREFERENCE_SWITCHES = [
  /** Whether customers are asked by email, once, to review a completed visit. */
  'asksForReviews',
  /** Whether customers are asked to sign at drop-off, an estimate, for work done and at pickup. */
  'asksForSignatures',
  /** Whether Check In asks for odometer and generator hours. */
  'asksForMeters',
  /** Whether it records what an RV is like when it comes in: propane, battery and damage. */
  'recordsWalkarounds',
  /** Whether it keeps a list of what each RV is made of. */
  'listsComponents',
  /** Whether it promises customers a day on which the work is done. */
  'promisesDays',
  /** Whether people clock in and out of the shop. */
  'clocksShopTime',
  /** Whether the owner is emailed what the day came to, when the shop closes. */
  'emailsEndOfDay',
] as const

export type Preferences = {
  /** Until how many hours before it a customer may change an appointment; null: by phone only. */
  readonly changeHours: number | null
  /** After how many open days without a change a customer on hold is emailed; null: never. */
  readonly statusUpdateDays: number | null
  /** The mailbox for customers' replies to emails in the company's name; null without one. */
  readonly replyTo: string | null
  /** When the owner is emailed about what customers do. */
  readonly notices: NoticeTimings
} & { readonly [Name in (typeof PREFERENCE_SWITCHES)[number]]: boolean }

/** Those of a company that chose nothing. */
export const DEFAULT_PREFERENCES: Preferences = {
  changeHours: 24,
  statusUpdateDays: null,
  replyTo: null,
  asksForReviews: false,
  asksForSignatures: false,
  asksForMeters: false,
  recordsWalkarounds: false,
  listsComponents: false,
  promisesDays: false,
  clocksShopTime: false,
  emailsEndOfDay: false,
  notices: {
    booking: 'at-once',
    message: 'at-once',
    approval: 'at-once',
    appointment: 'at-once',
    review: 'at-once',
    dispute: 'at-once',
  },
}

// A company's public details and settings. Badges are earned, never entered.

import type { Coordinates } from '#domain/customers/customer.ts'
import { isTimeZone } from '#domain/lib/company-time.ts'
import type { Cents } from '#domain/lib/money.ts'

/** From and to, both included. */
export type Span = readonly [from: number, to: number]

export type CompanyDetails = {
  readonly companyUUID: string
  readonly companyName: string
  readonly companyPhone: string
  readonly companyAddress: string | null
  readonly coordinates: Coordinates | null
  readonly email: string
  /** Cents per hour. */
  readonly laborRate: Cents | null
  /** Miles. */
  readonly mobileRange: number | null
  readonly imageURL: string | null
}

export type CompanySettings = {
  readonly mobileBusiness: boolean
  readonly onTimeStatus: boolean
  readonly pendingStatus: boolean
  readonly trusted: boolean
  readonly verified: boolean
  /** 1 is Monday, 7 Sunday. */
  readonly daysOfOperation: Span
  /** Hours of the day, 8 to 18. */
  readonly hoursOfOperation: Span
}

/** How many miles the company drives to customers; null if it offers no mobile service. */
export const offeredRange = ({
  mobileRange,
  companySettings: { mobileBusiness },
}: {
  readonly mobileRange: number | null
  readonly companySettings: Pick<CompanySettings, 'mobileBusiness'>
}): number | null => (mobileBusiness ? mobileRange : null)

/** Specification 4 and 9: the initial settings. */
export const DEFAULT_SETTINGS: CompanySettings = {
  mobileBusiness: false,
  onTimeStatus: false,
  pendingStatus: true,
  trusted: false,
  verified: false,
  daysOfOperation: [1, 5],
  hoursOfOperation: [8, 18],
}

export const DAYS: Span = [1, 7]
export const HOURS: Span = [8, 18]

/** How far a line's price may rise above what its customer approved, in percent, until the company changes it. */
export const DEFAULT_APPROVAL_TOLERANCE = 10
export const MAX_APPROVAL_TOLERANCE = 100

/** Whether a range is within its limits and its ends are at least 1 apart (specification 5). */
export const isSpanWithin = ([from, to]: Span, [lowest, highest]: Span): boolean =>
  lowest <= from && to <= highest && to - from >= 1

const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** `Monday` for 1, `Sunday` for 7; empty for other numbers. */
export const dayName = (day: number): string => DAY_NAMES[day - 1] ?? ''

/** An hour of the day, 0 to 24: 8 is `8 AM`, 12 is `12 PM`. */
export const hourName = (hour: number): string => `${hour % 12 || 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`

/** Days of operation in words: `Mon to Fri`. */
export const formatDays = ([from, to]: Span): string =>
  `${dayName(from).slice(0, 3)} to ${dayName(to).slice(0, 3)}`

/** Hours of operation in words: `8 AM to 6 PM`. */
export const formatOpenHours = ([from, to]: Span): string => `${hourName(from)} to ${hourName(to)}`

/** Days of operation in full: `Monday to Friday`. */
export const formatFullDays = ([from, to]: Span): string => `${dayName(from)} to ${dayName(to)}`

/** A time zone as it is stored: `America/Chicago` for `us/central`; null if unknown, or an offset such as `-05:00`. */
export const normalizeTimeZone = (name: string): string | null =>
  /^[a-z]/i.test(name) && isTimeZone(name)
    ? new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
    : null

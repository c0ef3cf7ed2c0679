// How a company bills: off until its owner turns it on.

import type { Cents } from '#domain/lib/money.ts'
import type { ClockRule } from '#domain/pricing/clock-rule.ts'
import type { NamedRate } from '#domain/pricing/labor-rate.ts'
import type { SuppliesRule } from '#domain/pricing/supplies.ts'
import type { TripRules } from '#domain/pricing/trip.ts'
import type { BookingPayment } from './booking-payment.ts'
import type { FeePreset } from './fee.ts'
import { type FeeRules, NO_FEE_RULES } from './fee-rules.ts'

export const MAX_DOCUMENT_NUMBER = 99_999_999
export const MAX_PAYMENT_TERMS_DAYS = 365
export const MAX_PREFIX_LENGTH = 12
export const MAX_FOOT_TEXT_LENGTH = 2000

/** Of documents as PDF. */
export const PAGE_SIZES = ['letter', 'a4'] as const
export type PageSize = (typeof PAGE_SIZES)[number]

/** Credit notes are numbered like invoices, apart from them. */
export type DocumentKind = 'invoice' | 'credit-note'

export type BillingSettings = {
  readonly isOn: boolean
  readonly invoicePrefix: string
  readonly nextInvoiceNumber: number
  readonly creditNotePrefix: string
  readonly nextCreditNoteNumber: number
  /** Days from the invoice until it is due; 0 is on receipt. */
  readonly paymentTermsDays: number
  /** At the foot of every estimate and invoice: warranty, license number, lien notice. */
  readonly footText: string
  readonly pageSize: PageSize
  /** What a service writer may take off one invoice; null for no limit. */
  readonly discountLimit: Cents | null
  /** Offered on its invoices. */
  readonly feePresets: readonly FeePreset[]
  /** Proposed by rule. */
  readonly feeRules: FeeRules
  /** What customers pay when booking; null for nothing. */
  readonly bookingPayment: BookingPayment | null
  /** Its own rule for shop supplies; null for 10 % of the parts. */
  readonly shopSupplies: SuppliesRule | null
  /** Besides the company's own. */
  readonly laborRates: readonly NamedRate[]
  /** How job lines are billed by the clock; null if none can be. */
  readonly clockRule: ClockRule | null
  /** Whether new job lines are, in place of hours as estimated. */
  readonly newJobsByClock: boolean
  /** Whether a job line may have a flat price. */
  readonly offersFlatPrice: boolean
  /** What mobile visits are charged for the trip; null for what is typed. */
  readonly tripRules: TripRules | null
  /** After so many years, an invoice no longer says who it was for. */
  readonly retentionYears: number
  /** Days past due after which the customer is reminded by email; null for never. */
  readonly reminderDays: number | null
}

/** Those of a company that chose nothing. */
export const DEFAULT_BILLING: BillingSettings = {
  isOn: false,
  invoicePrefix: '',
  nextInvoiceNumber: 1001,
  creditNotePrefix: 'CN-',
  nextCreditNoteNumber: 1001,
  paymentTermsDays: 0,
  footText: '',
  pageSize: 'letter',
  discountLimit: null,
  feePresets: [],
  feeRules: NO_FEE_RULES,
  bookingPayment: null,
  shopSupplies: null,
  laborRates: [],
  clockRule: null,
  newJobsByClock: false,
  offersFlatPrice: false,
  tripRules: null,
  retentionYears: 7,
  reminderDays: null,
}

export const MAX_RETENTION_YEARS = 30
export const MAX_REMINDER_DAYS = 90
/** An invoice's reminders come a week apart at the earliest, and no more than so many. */
export const MAX_REMINDERS = 6
export const REMINDER_INTERVAL_MS = 7 * 24 * 60 * 60 * 1000

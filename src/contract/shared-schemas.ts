// Shared by all procedures: common types. Inputs are validated here and nowhere else; undeclared outputs are not sent.

import * as z from 'zod'
import { BOOKING_PAYMENT_KINDS } from '#domain/billing/booking-payment.ts'
import type { DaysOff } from '#domain/lib/days-off.ts'
import { ESTIMATE_STEP, MAX_ESTIMATE } from '#domain/lib/hours.ts'
import { type Cents, MAX_PRICE } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import { hasTwoNumbers, isCallable, isPhone } from '#domain/lib/phone.ts'
import { cleanTyped, isBlank } from '#domain/lib/typed-text.ts'
import { hasWebAddress, WEB_ADDRESS_IN_NAME } from '#domain/lib/web-address.ts'
import { EMAIL_OUTCOMES } from '#domain/mail/email-outcome.ts'
import { CLOCK_DIRECTIONS, CLOCK_ROUNDINGS, CLOCK_STARTS, CLOCK_UNITS } from '#domain/pricing/clock-rule.ts'
import { isStorableVin, isWordForNoVin, NO_VIN_SENTENCE, normalizeVin } from '#domain/rigs/vin.ts'
import { OCCASIONS } from '#domain/signatures/signature.ts'
import { MAX_JOB_NUMBER } from '#domain/tickets/job.ts'
import { MAX_TICKET_ID, MIN_TICKET_ID } from '#domain/tickets/ticket.ts'
import { PROPANE_LEVELS } from '#domain/walkarounds/walkaround.ts'
import './procedure/validation-sentences.ts'

// PostgreSQL cannot store lone surrogates and NUL unchanged.
/** Whether the database takes it. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
const UNSTORABLE_CHARACTER = 'Remove the unsupported character.'

const string = z.string({ error: 'Required.' })

const checkText = (typed: z.ZodString, maxLength: number) =>
  typed
    .trim()
    .max(maxLength, { error: () => `Use at most ${maxLength.toLocaleString('en-US')} characters.` })
    .refine(isStorableText, { error: UNSTORABLE_CHARACTER })

/** Text of at most `maxLength` characters, trimmed; may be empty. */
export const text = (maxLength: number) => checkText(string, maxLength)

/** A number, an address or a code as text: judged and stored without what pasting and scanning add. */
export const codedText = (maxLength: number) => required(checkText(string.overwrite(cleanTyped), maxLength))

const required = (typed: z.ZodString) =>
  typed
    .min(1, { error: 'Required.' })
    .refine(value => value === '' || !isBlank(value), { error: 'Required.' })

/** Text of which something can be seen. */
export const requiredText = (maxLength: number) => required(text(maxLength))

const LINE_BREAKS = /\s*[\n\v\f\r\u0085\u2028\u2029]\s*/g

/** Text on one line, such as an address; may be empty. Line breaks, which come with pasted text, become spaces. */
export const line = (maxLength: number) => text(maxLength).overwrite(typed => typed.replace(LINE_BREAKS, ' '))

/** Text on one line of which something can be seen, such as a name. */
export const requiredLine = (maxLength: number) => required(line(maxLength))

/** The name of a company or a person, as empty as `line`. */
export const optionalName = (maxLength: number) =>
  line(maxLength).refine(value => !hasWebAddress(value), { error: WEB_ADDRESS_IN_NAME })

/** The name of a company or a person. */
export const requiredName = (maxLength: number) =>
  requiredLine(maxLength).refine(value => !hasWebAddress(value), { error: WEB_ADDRESS_IN_NAME })

/** As browsers take it, with a dot in the domain. Source: the HTML standard, 4.10.5.1.5. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** `june@xn--bcher-kva.example` for `june@bücher.example`, as browsers write it; other text stays. */
function withAsciiDomain(typed: string): string {
  const [, account = '', domain = ''] = /^([^@]+)@([^@\s/?#:]+)$/.exec(typed) ?? []
  const url = `http://${domain}`
  return /[^\0-\x7f]/.test(domain) && URL.canParse(url) ? `${account}@${new URL(url).hostname}` : typed
}

const INVALID_EMAIL = 'Enter a valid email address.'

const emailOf = (typed: z.ZodString) =>
  typed.toLowerCase().overwrite(withAsciiDomain).max(254, { error: 'Use at most 254 characters.' })

/** In lower case, with an international domain in ASCII. */
export const email = emailOf(codedText(254)).regex(EMAIL, { error: INVALID_EMAIL })

/** The same, or an empty one. */
export const optionalEmail = emailOf(checkText(string.overwrite(cleanTyped), 254)).refine(
  typed => typed === '' || EMAIL.test(typed),
  { error: INVALID_EMAIL },
)

const phoneOf = (typed: z.ZodString) =>
  typed
    .refine(value => !hasTwoNumbers(value), { error: 'Enter one phone number.' })
    .refine(value => value === '' || isPhone(value) || hasTwoNumbers(value), {
      error: 'Enter a valid phone number.',
    })
    .refine(value => !isPhone(value) || isCallable(value), {
      error: 'Enter a phone number with at least 7 digits.',
    })

export const phone = phoneOf(codedText(40))

/** The same, or an empty one. */
export const optionalPhone = phoneOf(checkText(string.overwrite(cleanTyped), 40))

export const newPassword = z
  .string({ error: 'Required.' })
  .max(1000, { error: 'Use at most 128 characters.' })
  .refine(isStorableText, { error: UNSTORABLE_CHARACTER })

/** The account's password, once more. */
export const currentPassword = z.object({ password: newPassword.min(1, { error: 'Required.' }) })

export const uuid = z.uuid({ error: 'Not a valid id.' })

/** A calendar date, `YYYY-MM-DD`, in a range that every calendar and database supports. */
export const day = z.iso
  .date({ error: 'Enter a date.' })
  .refine(value => value >= '2000-01-01' && value < '3000-01-01', { error: 'Enter a date.' })

/** Days on which a company is closed, or an employee is off. */
export const daysOff = z.object({
  firstDay: day,
  /** Included. */
  lastDay: day,
  /** `Thanksgiving`. Of closed days customers read it, of time off the office and the desk. */
  reason: line(60),
} satisfies Record<keyof DaysOff, z.ZodType>)

export const ticketId = z.coerce
  .number()
  .int()
  .min(MIN_TICKET_ID, { error: 'A ticket id has six digits.' })
  .max(MAX_TICKET_ID, { error: 'A ticket id has six digits.' })

/** Of a job line, in an address. */
export const jobNumber = z.coerce.number().int().min(1).max(MAX_JOB_NUMBER)

const storableVin = z
  .string()
  .max(17, { error: 'A VIN has at most 17 characters.' })
  .refine(value => value === '' || isStorableVin(value), { error: 'A VIN has only letters and digits.' })

export const vin = z
  .string({ error: 'Required.' })
  .transform(normalizeVin)
  .pipe(storableVin.min(1, { error: 'Required.' }))

/** For looking up: also what a list of another program has. */
export const optionalVin = z.string().transform(normalizeVin).pipe(storableVin).default('')

/** Alone, so that `N/A` gets this sentence and no other. */
const noWordForNoVin = z.string().refine(value => !isWordForNoVin(value), {
  error: NO_VIN_SENTENCE,
  abort: true,
})

/** Of a rig, as a person enters it. */
export const rigVin = z
  .string({ error: 'Required.' })
  .transform(normalizeVin)
  .pipe(noWordForNoVin)
  .pipe(storableVin.min(1, { error: 'Required.' }))

/** For people who are not at the rig. */
export const optionalRigVin = z
  .string()
  .transform(normalizeVin)
  .pipe(noWordForNoVin)
  .pipe(storableVin)
  .default('')

/** The error of a number field: an empty one is just missing. */
export const numberError = ({ input }: { readonly input?: unknown }): string =>
  input === undefined || input === null || input === '' ? 'Required.' : 'Enter a number.'

const maxDollars = MAX_PRICE / 100

/** Schemas of cents, which are dollars in REST. */
export const moneySchemas = z.registry<{ readonly isMoney: true }>()

/** Whole cents; what is no whole number of them was typed with too many decimals. */
const wholeCents = (schema: z.ZodNumber): z.ZodType<Cents, Cents> =>
  (
    schema.refine(Number.isInteger, { error: 'Use no more than 2 decimal places.' }) as unknown as z.ZodType<
      Cents,
      Cents
    >
  ).register(moneySchemas, { isMoney: true })

/** Cents of a price or rate. */
export const money = wholeCents(
  z
    .number({ error: numberError })
    .min(0, { error: 'Enter 0 or more.' })
    .max(MAX_PRICE, { error: () => `Enter at most ${maxDollars.toLocaleString('en-US')}.` }),
)

/** Money that changes hands. */
export const amount = money.refine(cents => cents > 0, { error: 'Enter a number greater than 0.' })

/** Cents, negative too: what is expected of a day with more refunds than payments. */
export const signedMoney = wholeCents(
  z
    .number({ error: numberError })
    .min(-1_000_000_000, { error: 'Enter −10,000,000 or more.' })
    .max(1_000_000_000, { error: 'Enter at most 10,000,000.' }),
)

/** Cents in responses. No limit, because totals are sums. */
export const moneyOut = z.custom<Cents>(Number.isSafeInteger).register(moneySchemas, { isMoney: true })

/** What a ticket's open invoice comes to, what was paid, and what is due; see `InvoicedAmounts`. */
export const invoicedAmountsOut = z.object({ total: moneyOut, paid: moneyOut, due: moneyOut })

/** Ten-thousandths of a percent inside, percent on the wire: for responses. */
export const percentageOut = z
  .int()
  .transform(percentage => percentage / PERCENTAGE_SCALE)
  .pipe(z.number())

/** A labor rate by name. */
export const namedRateOut = z.object({ laborRateId: uuid, name: z.string(), amount: moneyOut })

/** What the customer approved of a job line's parts and shop supplies; see `ApprovedSupplies`. */
export const approvedSuppliesOut = z.object({ parts: moneyOut, supplies: moneyOut })

/** What an invoice charges for a job line that was billed before its ticket was finalized. */
export const billedLineOut = z.object({ invoice: z.string(), labor: moneyOut, supplies: moneyOut })

/** How a company bills the clock; see `ClockRule`. */
export const clockRuleOut = z.object({
  minimum: z.number(),
  rounding: z.enum(CLOCK_ROUNDINGS),
  direction: z.enum(CLOCK_DIRECTIONS),
  start: z.enum(CLOCK_STARTS),
  per: z.enum(CLOCK_UNITS),
  otherPeople: z.number(),
})

/** The same as it was chosen for a job line. */
export const lineClockRuleOut = clockRuleOut.extend({ timeZone: z.string() })

/** A company's own rule for shop supplies: percent of the parts, and the most for one ticket or null. */
export const suppliesRuleOut = z.object({ percentage: percentageOut, cap: moneyOut.nullable() })

/** What a company charges for trips; see `TripRules`. */
export const tripRulesOut = z.object({
  kind: z.enum(['per-mile', 'bands']),
  freeMiles: z.number(),
  perMile: moneyOut,
  ways: z.enum(['one-way', 'both-ways']),
  bands: z.array(z.object({ upTo: z.number(), amount: moneyOut })).readonly(),
  minimum: moneyOut,
  returnPercentage: percentageOut,
  afterHours: moneyOut,
})

/** What a company's customers pay by card when booking; see `BookingPayment`. */
export const bookingPaymentOut = z.object({
  kind: z.enum(BOOKING_PAYMENT_KINDS),
  amount: moneyOut,
  hoursBefore: z.number().int(),
})

/** What became of such a payment: what of it is asked for now, and a sentence. */
export const agreedPaymentOut = z.object({
  terms: bookingPaymentOut,
  due: moneyOut,
  sentence: z.string(),
})

const labeledValue = z.object({ label: z.string(), value: z.string() })

/** What an estimate has besides, as it is printed; see `EstimateTerms`. */
export const estimateTermsOut = z.object({
  about: z.array(labeledValue).readonly(),
  totals: z.array(labeledValue.extend({ isStrong: z.boolean() })).readonly(),
  notes: z.array(z.string()).readonly(),
  footText: z.string(),
  signature: z.string().nullable(),
  link: z.object({ url: z.string(), caption: z.string() }).nullable(),
})

const signed = z.object({
  occasion: z.enum(OCCASIONS),
  /** `1. Roof leak; 2. Slide-out`; empty at pickup. */
  jobLines: z.string(),
  /** Null at drop-off and of work done. */
  amount: moneyOut.nullable(),
  /** At pickup with an invoice. */
  invoiceNumber: z.string().nullable(),
})

/** What can be signed now, and what identifies it as it is shown. */
export const signatureSubjectOut = signed.extend({ version: z.string() })

export const signatureOut = signed.extend({
  signatureId: uuid,
  signedAt: z.date(),
  signerName: z.string(),
  /** The strokes as an SVG path in a box of 600 by 200; null if the typed name is the signature. */
  path: z.string().nullable(),
  /** Whether the customer signed by their link; else on a device of the shop. */
  isByLink: z.boolean(),
})

/** What a rig was like when it came in. */
export const walkaroundOut = z.object({
  propane: z.enum(PROPANE_LEVELS).nullable(),
  /** Volts of the house batteries. */
  batteryVolts: z.number().nullable(),
  /** What was broken or worn before the shop touched it. */
  damage: z.array(z.string()).readonly(),
  recordedAt: z.date(),
})

/** Decimal hours in quarter-hour steps, as the desk enters them. */
export const estimatedTime = z
  .number({ error: numberError })
  .min(0, { error: 'Enter 0 or more.' })
  .max(MAX_ESTIMATE, { error: `Enter ${MAX_ESTIMATE} hours or less.` })
  .multipleOf(ESTIMATE_STEP, { error: 'Use quarter-hour increments.' })

/** Hours with two decimals, as technicians suggest them. */
export const suggestedTime = z
  .number({ error: numberError })
  .min(0, { error: 'Enter 0 or more.' })
  .max(MAX_ESTIMATE, { error: `Enter ${MAX_ESTIMATE} hours or less.` })
  .refine(hours => Math.abs(hours * 100 - Math.round(hours * 100)) < 1e-6, {
    error: 'Use no more than 2 decimal places.',
  })

const INVALID_COORDINATES = 'Enter a valid location.'

export const coordinates = z.object({
  latitude: z.number().min(-90, { error: INVALID_COORDINATES }).max(90, { error: INVALID_COORDINATES }),
  longitude: z.number().min(-180, { error: INVALID_COORDINATES }).max(180, { error: INVALID_COORDINATES }),
})

/** The response of commands without a result. */
export const done = z.object({ done: z.literal(true) })

/** Whether the customer was emailed. */
export const emailOutcome = z.enum(EMAIL_OUTCOMES)

/** Which other tickets are in its bay at that time, as a sentence; null without any. It is done all the same. */
export const serviceBayNote = z.string().nullable()

/** What a technician's name rests on. */
export const qualificationOut = z.object({ sinceYear: z.number().int().nullable(), certificates: z.string() })

/** Of technicians, under the names that customers read. */
export const namedQualifications = z.array(qualificationOut.extend({ technician: z.string() })).readonly()

/** The day for which a ticket is promised, as its customer reads it. */
export const promisedDayOut = z.object({
  /** `YYYY-MM-DD`, the company's date. */
  day: z.string(),
  /** Why it was moved; empty if it was not. */
  reason: z.string(),
})

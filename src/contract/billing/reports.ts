// What is owed to a company, a day's money, and what it sold and taxed.

import * as z from 'zod'
import { EXPLAIN_DIFFERENCE, isDifferent } from '#domain/billing/day-close.ts'
import { ENTRY_CAUSES, ENTRY_KINDS, PAYMENT_METHODS } from '#domain/billing/ledger.ts'
import { AGES } from '#domain/billing/receivables.ts'
import { STATES } from '#domain/tickets/ticket.ts'
import { day, done, line, moneyOut, percentageOut, signedMoney, uuid } from '../shared-schemas.ts'
import { customerExemption, procedure, proposedFee } from './pricing-schemas.ts'

const openInvoice = z.object({
  invoiceId: uuid,
  ticketId: z.number().int(),
  number: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  /** Negative before its due date, which is day 0. */
  daysPastDue: z.number().int(),
  age: z.enum(AGES),
  due: moneyOut,
  /** When the customer was last reminded by email; null for never. */
  remindedAt: z.date().nullable(),
  reminderCount: z.number().int(),
  /** Whether the desk stopped the reminders of this invoice. */
  isStopped: z.boolean(),
  /** What may be added for paying it late. */
  lateFees: z.array(proposedFee).readonly(),
})

/** A ticket whose work nobody was invoiced for, or whose deposit waits for an invoice. */
const notInvoiced = z.object({
  ticketId: z.number().int(),
  state: z.enum(STATES),
  customer: z.string(),
  /** When it came into its state: was finalized, or completed. */
  since: z.date(),
  totalBalance: moneyOut,
  held: moneyOut,
})

const receivables = z.object({
  /** Without it, everything else is empty. */
  isOn: z.boolean(),
  /** The company's date. */
  today: z.string(),
  timeZone: z.string(),
  /** Days past due after which customers are reminded by email; null for never. */
  reminderDays: z.number().int().nullable(),
  /** False if there are more open invoices than are listed: those due first. */
  isComplete: z.boolean(),
  total: moneyOut,
  totals: z.record(z.enum(AGES), moneyOut),
  /** Those who owe most come first. */
  customers: z
    .array(
      z.object({
        /** The company's record of them; null without one. */
        customerId: uuid.nullable(),
        name: z.string(),
        /** Their email, or their phone number without one; empty without both. People may share a name. */
        contact: z.string(),
        total: moneyOut,
        invoices: z.array(openInvoice).readonly(),
      }),
    )
    .readonly(),
  notInvoiced: z.object({
    /** Finalized while billing was on, and those with a deposit; the latest first. */
    tickets: z.array(notInvoiced).readonly(),
    /** False if there are more than are listed. */
    isComplete: z.boolean(),
  }),
  /** What customers paid beyond the invoices of a ticket, the largest first; at most 500. */
  credits: z
    .array(
      z.object({
        ticketId: z.number().int(),
        state: z.enum(STATES),
        customer: z.string(),
        credit: moneyOut,
      }),
    )
    .readonly(),
})

const method = z.enum(PAYMENT_METHODS)
export const methodTotals = z.object({ method, in: moneyOut, out: moneyOut, expected: moneyOut })

const dayClose = z.object({
  closeId: uuid,
  day: z.string(),
  closedAt: z.date(),
  closedByName: z.string(),
  note: z.string(),
  lines: z.array(methodTotals.extend({ counted: moneyOut })).readonly(),
  /** What was counted beyond what was expected; negative if money is missing. */
  difference: moneyOut,
})

const dayMoney = z.object({
  /** Without it, everything else is empty. */
  isOn: z.boolean(),
  /** The company's date. */
  today: z.string(),
  day: z.string(),
  timeZone: z.string(),
  /** As of now, every method once. */
  totals: z.array(methodTotals).readonly(),
  /** The payments, deposits and refunds that they sum, oldest first. */
  entries: z
    .array(
      z.object({
        entryId: uuid,
        ticketId: z.number().int(),
        /** The customer's name. */
        customer: z.string(),
        kind: z.enum(ENTRY_KINDS),
        method,
        amount: moneyOut,
        /** Of a refund that only corrects a payment entered by mistake: that one. */
        voidsEntryId: uuid.nullable(),
        cause: z.enum(ENTRY_CAUSES).nullable(),
        reference: z.string(),
        at: z.date(),
        byName: z.string(),
      }),
    )
    .readonly(),
  /** Of this day, the last one first, which counts. */
  closes: z.array(dayClose).readonly(),
  /** The closes that count of the last days that were closed, the latest day first. */
  latest: z.array(dayClose).readonly(),
})

export const newDayClose = z
  .object({
    day,
    /** Each method once. */
    lines: z
      .array(
        z.object({
          method,
          /** As it was shown. */
          expected: signedMoney,
          counted: signedMoney,
        }),
      )
      .max(PAYMENT_METHODS.length, { error: 'Enter each once.' }),
    /** Needed if any was counted otherwise than expected. */
    note: line(200).default(''),
  })
  .check(({ value: { lines, note }, issues }) => {
    if (note === '' && isDifferent(lines))
      issues.push({ code: 'custom', path: ['note'], input: note, message: EXPLAIN_DIFFERENCE })
  })

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'Choose a month.' })

const sales = z.object({
  /** Without it, everything else is empty. */
  isOn: z.boolean(),
  /** The company's date. */
  today: z.string(),
  /** Those with invoices or credit notes, oldest first. */
  months: z
    .array(
      z.object({
        month: z.string(),
        /** After discounts and credit notes, before tax. */
        sales: moneyOut,
        tax: moneyOut,
        /** What the sales are of. */
        labor: moneyOut,
        parts: moneyOut,
        supplies: moneyOut,
        /** Trips and fees. */
        other: moneyOut,
        /** What of the sales a customer's certificate exempted from tax. */
        exempt: moneyOut,
        rates: z
          .array(z.object({ name: z.string(), percentage: percentageOut, base: moneyOut, amount: moneyOut }))
          .readonly(),
      }),
    )
    .readonly(),
})

export const billingReports = {
  getReceivables: procedure({ permission: 'billing.use', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/company/receivables',
      summary: 'List open invoices by customer, by days past due, and what is not invoiced yet',
    })
    .output(receivables),
  getOfCustomer: procedure({ permission: 'billing.use', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/customers/{customerId}/money',
      summary: 'Get what a customer of the company owes on all of their invoices, and their tax exemption',
    })
    .input(z.object({ customerId: uuid }))
    .output(
      z.object({
        /** With all who were merged into them. */
        owed: moneyOut,
        exemption: customerExemption,
      }),
    ),
  setReminders: procedure({ permission: 'billing.use', rateLimit: 'none' })
    .route({
      method: 'PUT',
      path: '/company/receivables/{invoiceId}/reminders',
      summary: "Stop an invoice's reminders, or let them go on",
    })
    .input(z.object({ invoiceId: uuid, areStopped: z.boolean() }))
    .output(done),
  getDay: procedure({ permission: 'billing.use', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/company/day-money',
      summary: "Get a day's money by method, and how the day was closed",
    })
    .input(z.object({ day: day.optional() }))
    .output(dayMoney),
  closeDay: procedure({ permission: 'billing.use', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/company/day-closes',
      successStatus: 201,
      summary: 'Close a day with what was counted; again to correct it',
    })
    .input(newDayClose)
    .output(z.object({ closeId: uuid })),
  getSales: procedure({ permission: 'company.see-details', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/company/sales',
      summary: 'Get sales and sales tax by month and rate, up to two years',
    })
    .input(z.object({ from: month, to: month }))
    .output(sales),
}

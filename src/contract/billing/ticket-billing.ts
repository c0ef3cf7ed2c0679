// Invoices, and what was paid for tickets.

import * as z from 'zod'
import { MAX_FEE_KEY_LENGTH } from '#domain/billing/fee-proposals.ts'
import { ENTRY_CAUSES, ENTRY_KINDS, PAYMENT_METHODS } from '#domain/billing/ledger.ts'
import { TAXABLE_KINDS } from '#domain/billing/tax.ts'
import { MAX_JOB_NUMBER, MAX_JOBS } from '#domain/tickets/job.ts'
import { HOUR, limit, rateLimit } from '../procedure/procedure.ts'
import {
  agreedPaymentOut,
  amount,
  clockRuleOut,
  day,
  done,
  emailOutcome,
  estimateTermsOut,
  line,
  money,
  moneyOut,
  namedRateOut,
  percentageOut,
  requiredLine,
  ticketId,
  tripRulesOut,
  uuid,
} from '../shared-schemas.ts'
import {
  customerExemption,
  feePresetOut,
  methodFeeOut,
  percentage,
  procedure,
  proposedFee,
  taxRateOut,
} from './pricing-schemas.ts'

const extraCharge = z.object({ name: requiredLine(120), amount })

/** Either an amount or a percentage. */
const discount = z.object({
  /** The line it is taken off; omitted: the whole ticket. */
  lineId: line(80).optional(),
  amount: amount.optional(),
  percentage: percentage.optional(),
  reason: requiredLine(200),
})

/** Emails the document to the customer. */
const sendByEmail = z.boolean().default(false)

export const newInvoice = z.object({
  ticketId,
  sendByEmail,
  /** The job lines of a ticket that is still open (Bill Trip); omitted: all that is left of a finalized one. */
  jobNumbers: z
    .array(z.number().int().min(1).max(MAX_JOB_NUMBER))
    .min(1, { error: 'Choose at least one job line.' })
    .max(MAX_JOBS)
    .optional(),
  taxRateIds: z.array(uuid).max(10, { error: 'Choose at most 10.' }).default([]),
  discounts: z.array(discount).max(20, { error: 'Enter at most 20.' }).default([]),
  trip: extraCharge.optional(),
  fees: z.array(extraCharge).max(10, { error: 'Enter at most 10.' }).default([]),
  /** Under which the customer pays no tax; it is proposed on their next invoice. */
  exemption: z.object({ certificateNumber: requiredLine(60), expiresOn: day }).optional(),
  /** What it comes to, as it was shown. */
  expectedTotal: money,
})

const method = z.enum(PAYMENT_METHODS, { error: 'Select how it was paid.' })

export const newPayment = z.object({
  ticketId,
  amount,
  method,
  /** A check's or transfer's number. */
  reference: line(80).default(''),
  /** What was due, as it was shown. */
  due: money,
  /** Takes more than is due: the rest stays as the customer's credit. Without it, more is refused. */
  keepAsCredit: z.boolean().default(false),
  /** The fee by its method, as it was shown: billed on an invoice of its own, and paid besides `amount`. */
  fee: amount.optional(),
  sendByEmail,
})

export const newDeposit = newPayment.omit({ due: true, keepAsCredit: true, fee: true }).extend({
  /** What was received so far, as it was shown. */
  received: money,
})

export const newRefund = newDeposit.extend({ reason: requiredLine(200) })

/** What a slip of the desk is taken back with. */
export const newVoid = z.object({ ticketId, entryId: uuid, reason: requiredLine(200) })

const askedDeposit = z.object({
  ticketId,
  /** The deposit, as it was shown. */
  asked: money,
})

export const newCardRefund = newRefund.omit({ method: true, reference: true }).extend({ entryId: uuid })

export const newCreditNote = z.object({
  ticketId,
  invoiceId: uuid,
  /** Tax included; omitted with lines, and for an invoice of $0.00, which is taken back as a whole. */
  amount: amount.optional(),
  /** Takes back all that is left of these lines, with the tax on them; omitted with an amount. */
  lineIds: z.array(line(80)).min(1, { error: 'Choose at least one line.' }).max(1000).optional(),
  reason: requiredLine(200),
  sendByEmail,
})

const invoiceLine = z.object({
  lineId: z.string(),
  kind: z.enum([...TAXABLE_KINDS, 'fee']),
  description: z.string(),
  jobNumber: z.number().int().nullable(),
  quantity: z.number().nullable(),
  amount: moneyOut,
})

const payer = z.object({ name: z.string(), address: z.string() })

const creditNote = z.object({
  invoiceId: uuid,
  number: z.string(),
  total: moneyOut,
  taxTotal: moneyOut,
  issuedAt: z.date(),
  issuedByName: z.string(),
  reason: z.string(),
  lines: z.array(z.object({ lineId: z.string(), description: z.string(), net: moneyOut })).readonly(),
})

const issuedInvoice = z.object({
  invoiceId: uuid,
  number: z.string(),
  issuedAt: z.date(),
  issuedByName: z.string(),
  dueOn: z.string(),
  payer,
  lines: z
    .array(
      invoiceLine.extend({
        discount: moneyOut,
        net: moneyOut,
        /** What credit notes have not taken back of it, tax included. */
        left: moneyOut,
      }),
    )
    .readonly(),
  discounts: z
    .array(z.object({ lineId: z.string().nullable(), reason: z.string(), taken: moneyOut }))
    .readonly(),
  taxes: z
    .array(
      z.object({
        taxRateId: uuid,
        name: z.string(),
        percentage: percentageOut,
        base: moneyOut,
        amount: moneyOut,
      }),
    )
    .readonly(),
  exemption: z.object({ certificateNumber: z.string(), expiresOn: z.string() }).nullable(),
  subtotal: moneyOut,
  discountTotal: moneyOut,
  taxTotal: moneyOut,
  total: moneyOut,
  footText: z.string(),
  /** What its credit notes took back, tax included. */
  credited: moneyOut,
  /** What is left to pay of it: payments for the ticket pay the oldest invoice first. */
  open: moneyOut,
  creditNotes: z.array(creditNote).readonly(),
})

export const pickupDay = z.object({
  ticketId,
  /** Null for the day by the company's rule. */
  pickupOn: day.nullable(),
})

/** As it was shown. */
const feeKey = requiredLine(MAX_FEE_KEY_LENGTH)

const ticketMoney = z.object({
  /** Without it, everything else is empty. */
  isOn: z.boolean(),
  /** Whether this person may refund, void payments and issue credit notes. */
  mayCorrect: z.boolean(),
  state: z.enum(['not-invoiced', 'due', 'partly-paid', 'overdue', 'paid', 'credited']),
  balance: z.object({
    charged: moneyOut,
    received: moneyOut,
    due: moneyOut,
    /** Deposits that wait for an invoice. */
    held: moneyOut,
    /** What was paid beyond the invoice. */
    credit: moneyOut,
  }),
  /** Those a job line may have, besides the company's own. */
  laborRates: z.array(namedRateOut).readonly(),
  /** What else the labor of a job line may be: a flat price, or by the clock and how; null for not. */
  laborChoices: z.object({ flatPrice: z.boolean(), clock: clockRuleOut.nullable() }),
  /** Asked for with an approval, and how much of it is missing; null without one, and once there is an invoice. */
  deposit: z.object({ asked: moneyOut, due: moneyOut }).nullable(),
  /** What its customer agreed to pay when booking; null for nothing. */
  bookingPayment: agreedPaymentOut.nullable(),
  /** What the ticket's estimate has besides; null once it is finalized. */
  estimate: estimateTermsOut.nullable(),
  /**
   * What an invoice issued now would be made of: all that is left of a finalized ticket, or job lines of one that is still
   * open. Null without anything.
   */
  proposal: z
    .object({
      /** Without the shop supplies of an open ticket, which depend on the job lines that are chosen. */
      lines: z.array(invoiceLine).readonly(),
      /** The job lines that are billed by the clock, with how their hours came about in sentences. */
      clocked: z
        .array(
          z.object({
            jobNumber: z.number().int(),
            label: z.string(),
            details: z.array(z.string()).readonly(),
          }),
        )
        .readonly(),
      /** The job lines of an open ticket to choose from; null for a finalized one. */
      jobs: z
        .array(
          z.object({
            jobNumber: z.number().int(),
            label: z.string(),
            /** Whether its correction is written. */
            isDone: z.boolean(),
            /** Its share of the shop supplies. */
            supplies: moneyOut,
            /** Why it cannot be billed yet, as sentences; empty if it can. */
            blockers: z.array(z.string()).readonly(),
          }),
        )
        .readonly()
        .nullable(),
      taxRates: z.array(taxRateOut).readonly(),
      feePresets: z.array(feePresetOut).readonly(),
      trip: z.object({
        rules: tripRulesOut.nullable(),
        /** The straight line from the company to the visit; null if either location is unknown. */
        miles: z.number().nullable(),
        /** Whether a trip is proposed: the company came to the customer, as booked. */
        isMobile: z.boolean(),
      }),
      exemption: customerExemption,
      /** Whether the invoice goes to the customer with the email that their RV is ready. */
      withReadyEmail: z.boolean(),
      /** What this person may take off; null for no limit. */
      discountLimit: moneyOut.nullable(),
    })
    .nullable(),
  /** By the company's rules; each is added or dismissed. */
  fees: z.array(proposedFee).readonly(),
  /** What a payment by each method adds. */
  paymentFees: z.array(methodFeeOut).readonly(),
  /** The day by which the RV is to be picked up before storage is charged; null without a rule, and unless finalized. */
  pickupOn: z.string().nullable(),
  /** Whether a missed or late canceled appointment of the ticket has a fee: then money may stay held when it is closed. */
  hasAppointmentFee: z.boolean(),
  /** Oldest first. */
  invoices: z.array(issuedInvoice).readonly(),
  /** Oldest first. */
  entries: z
    .array(
      z.object({
        entryId: uuid,
        kind: z.enum(ENTRY_KINDS),
        method: z.enum(PAYMENT_METHODS),
        amount: moneyOut,
        reference: z.string(),
        note: z.string(),
        /** Why the payment service moved money without the company; null for all others. */
        cause: z.enum(ENTRY_CAUSES).nullable(),
        /** Of a payment by card online: what of it can be refunded to the card. */
        refundable: moneyOut.nullable(),
        /** Of a refund that voids a payment or deposit, which was a slip: that entry. */
        voidsEntryId: uuid.nullable(),
        /** Whether this person may void it now. */
        isVoidable: z.boolean(),
        at: z.date(),
        byName: z.string(),
      }),
    )
    .readonly(),
})

/** Whether it was emailed; null if nobody asked for it. */
const email = emailOutcome.nullable()

const issued = z.object({ invoiceId: uuid, number: z.string(), email })
const recorded = z.object({ entryId: uuid, email })

export const ticketBilling = {
  getTicket: procedure({ permission: 'billing.use', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/money',
      summary: "Get a ticket's invoices, payments and what is due",
    })
    .input(z.object({ ticketId }))
    .output(ticketMoney),
  issueInvoice: procedure({ permission: 'billing.use', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/invoices',
      successStatus: 201,
      summary: 'Issue the invoice of a finalized ticket, or of some job lines of one that is open',
    })
    .input(newInvoice)
    .output(issued),
  addFee: procedure({ permission: 'billing.use', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/fees',
      successStatus: 201,
      summary: 'Add a fee that is proposed for a ticket: issues an invoice with it alone',
    })
    .input(z.object({ ticketId, key: feeKey, expectedAmount: amount, sendByEmail }))
    .output(issued),
  dismissFee: procedure({ permission: 'billing.use', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/fees/dismiss',
      summary: 'Dismiss a fee that is proposed for a ticket',
    })
    .input(z.object({ ticketId, key: feeKey }))
    .output(done),
  setPickupDay: procedure({ permission: 'billing.use', rateLimit: 'none' })
    .route({
      method: 'PUT',
      path: '/tickets/{ticketId}/pickup-day',
      summary: 'Set the day by which an RV is to be picked up before storage is charged',
    })
    .input(pickupDay)
    .output(done),
  forgetExemption: procedure({ permission: 'billing.use', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/tickets/{ticketId}/exemption',
      summary: "Remove the certificate of tax exemption that is kept with a ticket's customer",
    })
    .input(z.object({ ticketId }))
    .output(done),
  issueCreditNote: procedure({ permission: 'billing.correct', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/invoices/{invoiceId}/credit-notes',
      successStatus: 201,
      summary: 'Take back an invoice, or a part of it; writers, if the owner lets them',
    })
    .input(newCreditNote)
    .output(issued),
  recordPayment: procedure({ permission: 'billing.use', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/payments',
      successStatus: 201,
      summary: "Record a payment of a ticket's invoice",
    })
    .input(newPayment)
    .output(recorded),
  recordDeposit: procedure({ permission: 'billing.use', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/deposits',
      successStatus: 201,
      summary: 'Record a deposit, held until the ticket has an invoice',
    })
    .input(newDeposit)
    .output(recorded),
  withdrawDeposit: procedure({ permission: 'approval.ask', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/tickets/{ticketId}/asked-deposit',
      summary: 'Stop asking the customer for a deposit; the lines stay asked for',
    })
    .input(askedDeposit)
    .output(done),
  voidPayment: procedure({ permission: 'billing.correct', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/payments/{entryId}/void',
      successStatus: 201,
      summary:
        'Void a payment or deposit that was recorded by mistake today; writers, if the owner lets them',
    })
    .input(newVoid)
    .output(z.object({ entryId: uuid })),
  refundCard: procedure({
    permission: 'billing.correct',
    rateLimit: rateLimit(
      'server',
      limit('company', 60, HOUR, 'One a minute; each asks the payment service.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/payments/{entryId}/refund',
      successStatus: 201,
      summary: 'Refund a payment by card to the card; writers, if the owner lets them',
    })
    .input(newCardRefund)
    .output(recorded),
  refund: procedure({ permission: 'billing.correct', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/refunds',
      successStatus: 201,
      summary: 'Record a refund of what was paid for a ticket; writers, if the owner lets them',
    })
    .input(newRefund)
    .output(recorded),
}

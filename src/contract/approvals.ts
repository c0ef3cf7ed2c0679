// Asking a customer to approve job lines, each with its total, and their answers.

import * as z from 'zod'
import { part } from './part.ts'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import {
  amount,
  done,
  emailOutcome,
  jobNumber,
  moneyOut,
  phone,
  requiredName,
  text,
  ticketId,
} from './shared-schemas.ts'

const procedure = proceduresTagged('Approvals')
const id = z.object({ ticketId })

/** What an answer refers to. */
export const lineSnapshot = z.object({
  jobNumber: z.number().int(),
  problem: z.string(),
  /** Decimal hours that labor is charged for; with a flat price those it is estimated at. */
  hours: z.number(),
  /** Whether labor is a flat price. */
  isFlatPrice: z.boolean().optional(),
  /** How labor is billed by the clock, which the hours are an estimate of. */
  clockTerms: z.string().optional(),
  /** Per hour; null without charged hours. */
  laborRate: moneyOut.nullable(),
  /** Of the labor rate, if one was chosen for the line. */
  laborRateName: z.string().optional(),
  labor: moneyOut,
  parts: z
    .array(part.pick({ description: true, quantity: true, perPartAmount: true, totalAmount: true }))
    .readonly(),
  partsAmount: moneyOut,
  shopSupplies: moneyOut,
  /** How supplies are computed, if the company has its own rule: `8.25% of parts`. */
  suppliesLabel: z.string().optional(),
  /** Labor, parts and supplies; null while one of its parts has no price. */
  total: moneyOut.nullable(),
})

const pricedLine = z.object({ problem: z.string(), total: moneyOut.nullable() })

/** A line with its total when it was approved, and now; null if unchanged or not approved. */
export const changedSince = z.object({ was: pricedLine, is: pricedLine }).nullable()

/** Identifies the exact version of a line. */
export const lineVersion = text(60)

export const lineAnswer = z.enum(['approved', 'declined'], { error: 'Approve or decline.' })

/** How a request was answered; all null while it is open. */
export const answerDetails = z.object({
  answeredAt: z.date().nullable(),
  how: z.enum(['link', 'phone']).nullable(),
  /** By link who answered; by phone who recorded it. */
  answeredBy: z.string().nullable(),
  /** By phone: who answered, and at which number, if it was noted. */
  spokeWith: z.string().nullable(),
  phone: z.string().nullable(),
})

/** Who answered by phone, and at which number if that was noted. */
export const phoneAnswerer = z.object({ name: requiredName(160), phone })

/** The hours that totals count for a line, while its price counts a suggested time; null where both are the same. */
export const hoursInTotals = z.number().nullable()

export const approvalRequestState = z.enum(['open', 'approved', 'declined'])

const approvalLine = lineSnapshot.extend({
  version: lineVersion,
  answer: z.enum(['none', 'approved', 'declined']),
  changedSince,
  hoursInTotals,
  /** Whether its price rose so far above what was approved that it needs a new answer. */
  isRaised: z.boolean(),
  /** Why the customer cannot be asked yet, one sentence each. */
  obstacles: z.array(z.string()).readonly(),
  /** The last one that was not canceled. */
  request: answerDetails
    .extend({
      state: approvalRequestState,
      note: z.string(),
      askedAt: z.date(),
      askedBy: z.string(),
      /** Whether the line has changed since the request or the answer. */
      isChanged: z.boolean(),
    })
    .nullable(),
})

/** Also for lines that were requested or answered before. */
export const again = z.boolean().default(false)

/** The lines to request approval for. */
export const approvalRequest = z.object({
  jobNumbers: z
    .array(z.number().int().min(1))
    .min(1, { error: 'Choose at least one job line.' })
    .max(200, { error: 'Choose at most 200 job lines.' }),
  note: text(1000).default(''),
  again,
  /** Asked for with it, by a company that bills here. */
  deposit: amount.optional(),
})

export const approvals = {
  get: procedure({ permission: 'approval.ask', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/approvals',
      summary: "Get each job line's total and the state of its approval request",
    })
    .input(id)
    .output(
      z.object({
        lines: z.array(approvalLine).readonly(),
        /** What will be billed although the customer was asked about other work only. */
        unasked: z.array(z.object({ label: z.string(), amount: moneyOut })).readonly(),
        timeZone: z.string(),
      }),
    ),
  request: procedure({
    permission: 'approval.ask',
    rateLimit: rateLimit('server', limit('company', 200, HOUR, 'Each emails a customer.')),
  })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/approvals',
      summary: 'Ask the customer to approve job lines; they get an email with their link',
    })
    .input(id.extend(approvalRequest.shape))
    .output(done.extend({ email: emailOutcome })),
  recordAnswer: procedure({ permission: 'job.answer-estimate', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/jobs/{jobNumber}/phone-answer',
      summary: "Record the customer's answer by phone",
    })
    .input(
      id.extend({
        jobNumber,
        version: lineVersion,
        answer: lineAnswer,
        again,
        ...phoneAnswerer.shape,
        phone: phone.default(''),
      }),
    )
    .output(done),
  undoAnswer: procedure({ permission: 'job.answer-estimate', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/jobs/{jobNumber}/phone-answer/undo',
      summary: "Undo the customer's answer by phone that was recorded last",
    })
    .input(id.extend({ jobNumber, version: lineVersion }))
    .output(done),
  withdraw: procedure({ permission: 'approval.ask', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/tickets/{ticketId}/jobs/{jobNumber}/approval-request',
      summary: 'Cancel an open approval request',
    })
    .input(id.extend({ jobNumber }))
    .output(done),
}

// Asking a customer for their yes to job lines, each at its all-in price, and what they answered.

import * as z from 'zod'
import { base, done, emailOutcome, moneyOut, text, ticketId } from './schema.ts'

const tags = ['Customer']
const id = z.object({ ticketId })
const jobNumber = z.coerce.number().int().min(1)

/** What a yes or a no is about. */
export const lineSnapshot = z.object({
  jobNumber: z.number().int(),
  problem: z.string(),
  /** Decimal hours that labor is charged for. */
  hours: z.number(),
  /** Per hour; null where no hours are charged. */
  laborRate: moneyOut.nullable(),
  labor: moneyOut,
  parts: z
    .array(
      z.object({
        description: z.string(),
        quantity: z.number(),
        perPartAmount: moneyOut.nullable(),
        totalAmount: moneyOut.nullable(),
      }),
    )
    .readonly(),
  partsAmount: moneyOut,
  shopSupplies: moneyOut,
  /** All in; null as long as one of its parts has no price. */
  total: moneyOut.nullable(),
})

const pricedLine = z.object({ problem: z.string(), total: moneyOut.nullable() })

/** What a line was, all in, when its customer approved it, and is now; null where that is the same, or they did not. */
export const changedSince = z.object({ was: pricedLine, is: pricedLine }).nullable()

/** Names the line exactly as it was read. */
export const lineVersion = text(60)

export const lineAnswer = z.enum(['approved', 'declined'], { error: 'Approve or decline.' })

/** How a question ended; all null while it is open. */
export const answerDetails = z.object({
  answeredAt: z.date().nullable(),
  how: z.enum(['link', 'phone']).nullable(),
  answeredBy: z.string().nullable(),
})

export const approvalRequestState = z.enum(['open', 'approved', 'declined'])

const line = lineSnapshot.extend({
  version: lineVersion,
  answer: z.enum(['none', 'approved', 'declined']),
  changedSince,
  /** Why the customer cannot be asked yet, one sentence each. */
  obstacles: z.array(z.string()).readonly(),
  /** The last one that was not taken back. */
  question: answerDetails
    .extend({
      standing: approvalRequestState,
      note: z.string(),
      askedAt: z.date(),
      askedBy: z.string(),
      /** Whether the line is another by now than what was asked, or answered. */
      isChanged: z.boolean(),
    })
    .nullable(),
})

/** Also where the line was asked about, or answered, before. */
const again = z.boolean().default(false)

/** What the desk chooses to ask about. */
export const approvalRequest = z.object({
  jobNumbers: z
    .array(z.number().int().min(1))
    .min(1, { error: 'Choose at least one job line.' })
    .max(200, { error: 'Choose at most 200 job lines.' }),
  note: text(1000).default(''),
  again,
})

export const approvals = {
  get: base
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/approvals',
      summary: "Get each job line's total and the state of its approval request",
      tags,
    })
    .input(id)
    .output(z.object({ lines: z.array(line).readonly(), timeZone: z.string() })),
  request: base
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/approvals',
      summary: 'Ask the customer to approve job lines; they get an email with their link',
      tags,
    })
    .input(id.extend(approvalRequest.shape))
    .output(done.extend({ letter: emailOutcome })),
  recordAnswer: base
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/jobs/{jobNumber}/phone-answer',
      summary: "Record the customer's answer by phone",
      tags,
    })
    .input(id.extend({ jobNumber, version: lineVersion, answer: lineAnswer, again }))
    .output(done),
  withdraw: base
    .route({
      method: 'DELETE',
      path: '/tickets/{ticketId}/jobs/{jobNumber}/question',
      summary: 'Cancel an open approval request',
      tags,
    })
    .input(id.extend({ jobNumber }))
    .output(done),
}

// A job line, as typed and as shown: tickets, bookings and answers pick their fields from here.

import * as z from 'zod'
import { MAX_FINDING_LENGTH } from '#domain/tickets/job.ts'
import { MAX_PARTS } from '#domain/tickets/part.ts'
import { newPart } from './part.ts'
import { photo } from './photos.ts'
import { installedComponent } from './rig.ts'
import {
  approvedSuppliesOut,
  billedLineOut,
  estimatedTime,
  lineClockRuleOut,
  money,
  moneyOut,
  namedRateOut,
  requiredText,
  suggestedTime,
  text,
  uuid,
} from './shared-schemas.ts'

export const typedJob = z.object({
  problem: requiredText(2000),
  cause: text(MAX_FINDING_LENGTH),
  correction: text(MAX_FINDING_LENGTH),
  estimatedTime,
  /** Of a rate by name; null for the company's own. */
  laborRateId: uuid.nullable(),
  /** For its labor, in place of hours times the rate; null for none. */
  flatPrice: money.nullable(),
  /** Whether its labor is what is clocked, by the company's rule; never with a flat price. */
  isByClock: z.boolean(),
  suggestedTime: suggestedTime.nullable(),
  /** One of those who work on the ticket; null for any. */
  namedTechnician: uuid.nullable(),
  /** Of the RV, where the company lists components; null for none. */
  componentId: uuid.nullable(),
})

export const newJob = z.object({
  problem: typedJob.shape.problem,
  estimatedTime: estimatedTime.default(0),
  estimate: z.boolean().default(false),
  /** One of the company's labor rates; without one the company's. */
  laborRateId: uuid.optional(),
  /** For its labor, in place of hours times the rate. */
  flatPrice: money.optional(),
  /** Whether its labor is what is clocked; omitted: as the company chose for new job lines. */
  isByClock: z.boolean().optional(),
  /** On the line from the start, as of a job that was declined before. */
  parts: z
    .array(newPart.omit({ jobNumber: true }))
    .max(MAX_PARTS, { error: `Add at most ${MAX_PARTS} parts.` })
    .default([]),
})

/** A job line as its customer sees it too. */
export const jobDetails = z.object({
  jobNumber: z.number().int(),
  problem: z.string(),
  cause: z.string(),
  correction: z.string(),
  estimatedTime: z.number(),
  /** Whether its time is a proposal. */
  estimate: z.boolean(),
})

/** What the customer approved for a job line: the total with parts and supplies, when, and by whom. */
export const lineApproval = z.object({
  total: moneyOut,
  at: z.date(),
  /** For an answer by phone: who recorded it. */
  by: z.string(),
  how: z.enum(['link', 'phone']),
  /** For an answer by phone: who answered, and at which number, if that was noted. */
  spokeWith: z.string().nullable(),
  phone: z.string().nullable(),
})

/** The component of the RV that a line is on, as it is known now. */
const lineComponent = installedComponent.omit({ plate: true }).extend({ isInstalled: z.boolean() })

export const job = jobDetails.extend({
  suggestedTime: z.number().nullable(),
  answer: z.enum(['none', 'approved', 'declined']),
  /** The labor rate chosen for it; null for the ticket's, or without permission to see prices. */
  namedRate: namedRateOut.nullable(),
  /** What its labor costs whatever its hours; null without one, or without permission to see prices. */
  flatPrice: moneyOut.nullable(),
  /** How its labor is billed by the clock; null if it is not, or without permission to see prices. */
  clockRule: lineClockRuleOut.nullable(),
  /** The hours that the clock charges; null until someone has clocked out, and like `clockRule`. */
  clockedHours: z.number().nullable(),
  /** How those hours came about, as sentences. */
  clockDetails: z.array(z.string()).readonly(),
  /** Which of those who work on the ticket is to do it; null for any. */
  namedTechnician: uuid.nullable(),
  /** The component of the RV that it is on; null without one, or where the company does not list components. */
  component: lineComponent.nullable(),
  /** Null without an approval, or without permission to see prices. */
  approvedSupplies: approvedSuppliesOut.nullable(),
  /** Null as long as no invoice has it, after Finalize, or without permission to see prices. */
  billed: billedLineOut.nullable(),
  /** Whether it has an unanswered approval request. */
  isAsked: z.boolean(),
  /** Null without one, or without permission to see prices. */
  approval: lineApproval.nullable(),
  /** Its price, if it rose so far above what was approved that it needs a new answer. */
  raisedTo: moneyOut.nullable(),
  sessions: z
    .array(
      z.object({
        sessionId: uuid,
        technicianId: uuid,
        /** Their name, which stays after deletion. */
        technician: z.string(),
        clockInTime: z.date(),
        clockOutTime: z.date().nullable(),
        /** Whether the time is a device's, which sent it later, and not that of its arrival. */
        isClockInReported: z.boolean(),
        isClockOutReported: z.boolean(),
        /** Whether the desk has changed its times. */
        isCorrected: z.boolean(),
      }),
    )
    .readonly(),
  photos: z.array(photo).readonly(),
  /** Labor for this line; null without permission to see prices. */
  totalBalance: moneyOut.nullable(),
  /** What the customer pays for it: labor, its parts and its share of shop supplies; null while a part has no price, and like `totalBalance`. */
  price: moneyOut.nullable(),
})

// What a customer sees and does, by the link of their ticket. Nothing personal leaves before its question is
// answered; that one browser has answered is kept there as a cookie.

import * as z from 'zod'
import { PLACES } from '#domain/bookings/booking.ts'
import { DIGITS_ASKED } from '#domain/customer-links/link.ts'
import { PROGRESS } from '#domain/customer-links/progress.ts'
import { LONGEST_MESSAGE } from '#domain/messages/message.ts'
import { changedSince, ending, lineAnswer, linePicture, lineVersion, standing } from './approvals.ts'
import { publicCompany } from './companies.ts'
import { claim } from './customer-links.ts'
import { message } from './messages.ts'
import { wait } from './on-hold.ts'
import { photo } from './photos.ts'
import { base, done, filled, moneyOut, text, uuid } from './schema.ts'
import { ticketTotals } from './tickets.ts'

const tags = ['Customer']

/** As it stands in the link. */
export const linkToken = text(100)

const byLink = z.object({ token: linkToken })

const company = publicCompany.pick({
  companyUUID: true,
  companyName: true,
  companyPhone: true,
  companyAddress: true,
  imageURL: true,
})

const job = z.object({
  jobNumber: z.number().int(),
  problem: z.string(),
  cause: z.string(),
  correction: z.string(),
  estimatedTime: z.number(),
  /** Whether its time is a proposal. */
  estimate: z.boolean(),
  answer: z.enum(['none', 'approved', 'declined']),
  changedSince,
  photos: z.array(photo).readonly(),
  /** Labor for this line. */
  totalBalance: moneyOut,
})

const part = z.object({
  jobNumber: z.number().int().nullable(),
  quantity: z.number(),
  description: z.string(),
  /** Both null as long as the company has not priced it. */
  perPartAmount: moneyOut.nullable(),
  totalAmount: moneyOut.nullable(),
})

/** As a browser's push service gave it to it. */
const phoneEndpoint = filled(1000)

export const followed = z.object({
  ticketId: z.number().int(),
  company,
  firstName: z.string(),
  /** Their name and address, as they stand on the paper. */
  customer: z.object({ firstName: z.string(), lastName: z.string(), address: z.string().nullable() }),
  customerRV: z.object({
    ...{ make: z.string(), model: z.string(), year: z.string(), vin: z.string() },
    axleAmount: z.string().nullable(),
  }),
  progress: z.enum(PROGRESS),
  /** Whether anybody has worked on it yet: a customer may be asked before that. */
  hasBegun: z.boolean(),
  /** Since when it stands where it stands. */
  since: z.date(),
  waiting: wait,
  /** Who works on it; null as long as nobody is assigned. */
  technician: z.string().nullable(),
  jobs: z.array(job).readonly(),
  parts: z.array(part).readonly(),
  totals: ticketTotals,
  /** When it came in, and when it was done. */
  receivedAt: z.date(),
  /** What the customer booked it for; null where the desk made the ticket. */
  appointment: z.object({ at: z.date(), place: z.enum(PLACES), site: z.string() }).nullable(),
  completedTimestamp: z.date().nullable(),
  /** How they claim their rig; null until the work is done. */
  claim: claim.nullable(),
  timeZone: z.string(),
  /** What a browser that wants to be told of it asks its push service with: a public key, as base64url. */
  phoneKey: z.string(),
})

const questions = z.object({
  lines: z
    .array(
      linePicture.extend({
        ...ending.shape,
        requestId: uuid,
        version: lineVersion,
        standing,
        note: z.string(),
        askedAt: z.date(),
        /** Whether the company has changed the line since it asked, or they answered. */
        isChanged: z.boolean(),
        changedSince,
        canAnswer: z.boolean(),
      }),
    )
    .readonly(),
  companyName: z.string(),
  companyPhone: z.string(),
  /** What happened to a ticket that nobody works on any more, as a sentence. */
  closed: z.string().nullable(),
  timeZone: z.string(),
})

export const follow = {
  look: base
    .route({
      method: 'GET',
      path: '/follow/{token}',
      summary: 'Ask whose link this is, and whether it has to be answered first',
      tags,
    })
    .input(byLink)
    .output(
      z.object({
        company,
        /** `shut`: too many wrong answers, and this browser has given no right one. */
        standing: z.enum(['asks', 'shut', 'open', 'revoked', 'expired']),
        /** How many of the last digits of the phone are asked for; 0 where it has too few. */
        digits: z.number().int().min(0).max(DIGITS_ASKED),
      }),
    ),
  answer: base
    .route({
      method: 'POST',
      path: '/follow/{token}/answer',
      summary: 'Answer the question of a link; a cookie remembers it',
      tags,
    })
    .input(byLink.extend({ digits: filled(40) }))
    .output(done),
  get: base
    .route({
      method: 'GET',
      path: '/follow/{token}/ticket',
      summary: 'Read the ticket of a link',
      tags,
    })
    .input(byLink)
    .output(followed),
  messages: base
    .route({
      method: 'GET',
      path: '/follow/{token}/messages',
      summary: 'Read what was written to and fro on the ticket of a link, oldest first',
      tags,
    })
    .input(byLink)
    .output(z.object({ messages: z.array(message).readonly() })),
  say: base
    .route({
      method: 'POST',
      path: '/follow/{token}/messages',
      summary: 'Write to the company, as the customer of the link',
      tags,
    })
    .input(byLink.extend({ text: filled(LONGEST_MESSAGE), jobNumber: z.number().int().optional() }))
    .output(done),
  questions: base
    .route({
      method: 'GET',
      path: '/follow/{token}/questions',
      summary: 'Read what the customer of a link is asked, and has answered',
      tags,
    })
    .input(byLink)
    .output(questions),
  answerLine: base
    .route({
      method: 'POST',
      path: '/follow/{token}/questions/{requestId}/{jobNumber}',
      summary: 'Approve or decline one job line, as it was read',
      tags,
    })
    .input(
      byLink.extend({
        requestId: uuid,
        jobNumber: z.coerce.number().int().min(1),
        version: lineVersion,
        answer: lineAnswer,
      }),
    )
    .output(done),
  tellPhone: base
    .route({
      method: 'POST',
      path: '/follow/{token}/phones',
      summary: 'Be told on this phone of what happens to the ticket of a link: of five phones at most',
      tags,
    })
    .input(byLink.extend({ endpoint: phoneEndpoint, p256dh: filled(100), auth: filled(40) }))
    .output(done),
  stopPhone: base
    .route({
      method: 'POST',
      path: '/follow/{token}/phones/stop',
      summary: 'Be told on this phone no longer',
      tags,
    })
    .input(byLink.extend({ endpoint: phoneEndpoint }))
    .output(done),
}

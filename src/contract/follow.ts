// What a customer sees and does, by the link of their ticket. Nothing personal leaves before its question is
// answered; that one browser has answered is kept there as a cookie.

import * as z from 'zod'
import { DIGITS_ASKED } from '#domain/link.ts'
import { PROGRESS } from '#domain/progress.ts'
import { base, done, filled, moneyOut, text, uuid } from './base.ts'
import { photo } from './photos.ts'

const tags = ['Customer']

/** As it stands in the link. */
export const linkToken = text(100)

const byLink = z.object({ token: linkToken })

const company = z.object({
  companyUUID: uuid,
  companyName: z.string(),
  companyPhone: z.string(),
  companyAddress: z.string().nullable(),
  imageURL: z.string().nullable(),
})

const job = z.object({
  jobNumber: z.number().int(),
  problem: z.string(),
  cause: z.string(),
  correction: z.string(),
  answer: z.enum(['none', 'approved', 'declined']),
  photos: z.array(photo).readonly(),
  /** Labor for this line. */
  totalBalance: moneyOut,
})

const part = z.object({
  jobNumber: z.number().int().nullable(),
  quantity: z.number(),
  description: z.string(),
  /** Null as long as the company has not priced it. */
  totalAmount: moneyOut.nullable(),
})

export const followed = z.object({
  ticketId: z.number().int(),
  company,
  firstName: z.string(),
  customerRV: z.object({ make: z.string(), model: z.string(), year: z.string(), vin: z.string() }),
  progress: z.enum(PROGRESS),
  /** Since when it stands where it stands. */
  since: z.date(),
  /** Who works on it; null as long as nobody is assigned. */
  technician: z.string().nullable(),
  jobs: z.array(job).readonly(),
  parts: z.array(part).readonly(),
  totals: z.object({
    totalPartsAmount: moneyOut,
    shopSupplies: moneyOut,
    totalLaborBalance: moneyOut,
    totalBalance: moneyOut,
  }),
  /** When it came in, and when it was done. */
  receivedAt: z.date(),
  completedTimestamp: z.date().nullable(),
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
        standing: z.enum(['asks', 'open', 'revoked', 'expired']),
        /** How many of the last digits of the phone are asked for. */
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
}

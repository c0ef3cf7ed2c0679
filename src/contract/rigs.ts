// Rigs: data on file, and what a VIN says.

import * as z from 'zod'
import { normalizeVin } from '#domain/rigs/vin.ts'
import { STATES } from '#domain/tickets/ticket.ts'
import { customer } from './customer.ts'
import { part } from './part.ts'
import { DAY, HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { listedRig, rig } from './rig.ts'
import { moneyOut, text, ticketId, uuid, vin } from './shared-schemas.ts'

const rigDescription = listedRig.extend({
  /** Only of a rig whose text is no VIN: whose it is, and the company's newest ticket of it, which tells it apart. */
  ownRig: z.object({ ticketId: z.number().int(), customerName: z.string() }).optional(),
})

export const knownRig = rigDescription.extend({
  axleAmount: rig.shape.axleAmount,
  /** Whether the rig has a customer, who may be hidden from this company. */
  assigned: z.boolean(),
  /** For a company that has had a ticket of this customer; for any company if the rig's owner shares it. */
  customer: customer.nullable(),
})

/** The VIN decoded for one model year; null for what was not filed. */
const vinCandidate = z.object({
  year: z.number().int(),
  make: z.string().nullable(),
  model: z.string().nullable(),
  series: z.string().nullable(),
  body: z.string().nullable(),
  plant: z.string().nullable(),
})

export const decodedVin = z.object({
  vin: z.string(),
  manufacturer: z.string(),
  makes: z.array(z.string()).readonly(),
  /** The VIN may name only a motorhome's chassis: never replace a typed coach. */
  isChassis: z.boolean(),
  /** Likeliest first; two if the year is ambiguous ("1994 or 2024?"), none if it is unknown. */
  candidates: z.array(vinCandidate).readonly(),
})

/** A job that a customer declined, as it was quoted. */
export const deferredJob = z.object({
  ticketId: z.number().int(),
  jobNumber: z.number().int(),
  problem: z.string(),
  declinedAt: z.date().nullable(),
  /** Its total, including supplies. */
  total: moneyOut.nullable(),
  /** Decimal hours, as the customer was asked about them. */
  estimatedTime: z.number(),
  estimate: z.boolean(),
  /** The labor rate chosen for it, if the company still has it. */
  laborRateId: uuid.nullable(),
  /** Of its labor; null if that was hours times a rate. */
  flatPrice: moneyOut.nullable(),
  parts: z.array(part.pick({ description: true, quantity: true, perPartAmount: true })).readonly(),
})

const procedure = proceduresTagged('Rigs')

export const rigs = {
  suggest: procedure({
    permission: 'rig.suggest',
    rateLimit: rateLimit(
      'scraping',
      limit('account', 600, HOUR, 'Forty VINs, one request per typed character.'),
      limit('company', 5000, DAY, 'Five rigs per answer: a day reveals only a part of all rigs.'),
    ),
  })
    .route({
      method: 'GET',
      path: '/rigs',
      summary: 'Suggest rigs on file by the beginning of their VIN',
      description:
        'At most 5, ordered by VIN; none before the third character. Under a text that is no VIN, the company’s own.',
    })
    .input(z.object({ starts: text(100).transform(normalizeVin) }))
    .output(z.array(rigDescription)),
  get: procedure({
    permission: 'rig.suggest',
    rateLimit: rateLimit(
      'scraping',
      limit('account', 200, HOUR, 'Once per new ticket.'),
      limit('account', 600, DAY, 'May reveal the owner’s contact info; no shop takes in more rigs a day.'),
      limit('company', 2000, DAY, 'Counts all accounts of a company together.'),
    ),
  })
    .route({
      method: 'GET',
      path: '/rigs/{vin}',
      summary: 'Get a rig on file',
      description:
        'Under a text that is no VIN, a company has a rig of its own for each customer: `ticketId` names a ticket of it.',
    })
    .input(z.object({ vin, ticketId: ticketId.optional() }))
    .output(knownRig),
  deferred: procedure({ permission: 'rig.suggest', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/rigs/{vin}/deferred',
      summary: "List jobs customers declined on the company's tickets of a rig, newest first",
      description: 'Under a text that is no VIN, those of the customer of `ticketId`.',
    })
    .input(z.object({ vin, ticketId: ticketId.optional() }))
    .output(z.array(deferredJob)),
  openTickets: procedure({ permission: 'rig.suggest', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/rigs/{vin}/open-tickets',
      summary: "List the company's bookings and tickets in work of a rig, newest first",
      description: 'At most 5. Under a text that is no VIN, those of all its customers.',
    })
    .input(z.object({ vin }))
    .output(
      z.array(
        z.object({
          ticketId: z.number().int(),
          state: z.enum(STATES),
          ...customer.pick({ firstName: true, lastName: true }).shape,
        }),
      ),
    ),
  decode: procedure({
    permission: 'vin.decode',
    rateLimit: rateLimit(
      'scraping',
      limit('visitor', 300, HOUR, 'Reveals no stored data; sent once per complete VIN.'),
      limit('account', 1200, HOUR, 'One every three seconds.'),
    ),
  })
    .route({
      method: 'GET',
      path: '/vin/{vin}',
      summary: 'Decode a VIN',
      description:
        'Null for a VIN without 17 characters and a correct check digit, and for unknown manufacturers.',
    })
    .input(z.object({ vin }))
    .output(z.object({ vin: z.string(), decoded: decodedVin.nullable() })),
}

// A company's customers: its records of them, and who is suggested while a ticket is typed.

import * as z from 'zod'
import { MAX_NOTE_LENGTH, MAX_OTHER_CONTACTS, PREFERRED_CONTACTS } from '#domain/customers/customer.ts'
import { customer, typedCustomer, withEmailOrNone } from '../customer.ts'
import { HOUR, limit, proceduresTagged, rateLimit } from '../procedure/procedure.ts'
import { rig } from '../rig.ts'
import { done, email, line, optionalName, optionalVin, phone, text, uuid, vin } from '../shared-schemas.ts'
import { ticketSummary } from '../tickets.ts'

export const suggestedRig = rig.pick({ vin: true, year: true, make: true, model: true }).extend({
  /** Empty if it is not known; of an import, as the spreadsheet had it. */
  axleAmount: z.string(),
  /** The company's newest ticket of it; null if it was only imported. */
  ticketId: z.number().int().nullable(),
})

const company = {
  /** Whom they come for; empty for most. */
  companyName: z.string(),
}

export const suggestedCustomer = customer.extend({
  /** Null for one who was only imported. */
  customerId: uuid.nullable(),
  ...company,
  /** Only imported: no ticket has them. */
  isImported: z.boolean(),
  /** Those they came with, the newest first. */
  rigs: z.array(suggestedRig).readonly(),
})

const typedContact = line(300).default('')

/** Who somebody is, in a list. */
const listedCustomer = customer.pick({ firstName: true, lastName: true, email: true, phone: true }).extend({
  customerId: uuid,
  ...company,
})

const id = z.object({ customerId: uuid })
const preferredContact = z.enum(PREFERRED_CONTACTS).nullable()

/** Whether they agreed to updates; null if nobody noted it. */
const consent = z
  .object({
    /** Null if they were not asked. */
    agreesToEmail: z.boolean().nullable(),
    agreesToText: z.boolean().nullable(),
    notedAt: z.date(),
    notedBy: z.string(),
  })
  .nullable()

const companyCustomer = customer.extend({
  /** Of one who was merged into another one: that one's. */
  customerId: uuid,
  ...company,
  /** Besides `phone`. */
  otherPhones: z.array(z.string()).readonly(),
  /** Besides `email`. */
  otherEmails: z.array(z.string()).readonly(),
  /** The desk's. */
  note: z.string(),
  preferredContact,
  consent,
  /** Those of their newest tickets. */
  rigs: z.array(suggestedRig).readonly(),
  /** The newest. */
  tickets: z.array(ticketSummary).readonly(),
  ticketCount: z.number().int(),
  /** Who was found to be the same person, the last one first. */
  merged: z
    .array(
      listedCustomer.extend({
        /** The desk's about that one. */
        note: z.string(),
        consent,
        mergedAt: z.date(),
        /** Whether the two can still be separated. */
        canSeparate: z.boolean(),
      }),
    )
    .readonly(),
  /** Others with the same email or phone. */
  alike: z.array(listedCustomer).readonly(),
})

/** Contacts besides the first one. */
const others = <Contact extends z.ZodType>(contact: Contact) =>
  z.array(contact).max(MAX_OTHER_CONTACTS, { error: `Enter at most ${MAX_OTHER_CONTACTS}.` })

const changes = typedCustomer.partial().extend({
  companyName: optionalName(120).optional(),
  otherPhones: others(phone).optional(),
  otherEmails: others(email).optional(),
  note: text(MAX_NOTE_LENGTH).optional(),
  preferredContact: preferredContact.optional(),
  /** To updates that nobody at the desk sends; null if they were not asked. */
  agreesToEmail: z.boolean().nullable().optional(),
  agreesToText: z.boolean().nullable().optional(),
})

/** Changes of a customer's record; omitted fields stay. */
export const customerChanges = withEmailOrNone(changes)

const procedure = proceduresTagged('Customers')

export const customers = {
  suggest: procedure({
    permission: 'rig.suggest',
    rateLimit: rateLimit(
      'server',
      limit('account', 1500, HOUR, 'Fifty new tickets, one request for every two typed characters.'),
    ),
  })
    .route({
      method: 'GET',
      path: '/customers',
      summary: 'Suggest customers of the company by what is typed of them so far',
      description:
        'At most 5, of tickets, bookings and imports: whose name or email begins so, and whose phone has these digits. Without any of that, imported ones with this VIN.',
      tags: ['Tickets'],
    })
    .input(
      z.object({
        firstName: typedContact,
        lastName: typedContact,
        email: typedContact,
        phone: typedContact,
        vin: optionalVin,
      }),
    )
    .output(z.array(suggestedCustomer).readonly()),
  find: procedure({
    permission: 'customer.see',
    rateLimit: rateLimit(
      'server',
      limit('account', 3000, HOUR, 'As many as the searches for tickets beside which it is asked.'),
    ),
  })
    .route({
      method: 'GET',
      path: '/customer-search',
      summary: 'Find customers of the company by words',
      description:
        'At most 5, by name: those who have all of the words in their name, company name, phones or emails, or in one of their newest tickets: year, make, model, VIN.',
    })
    .input(z.object({ q: text(200) }))
    .output(z.array(listedCustomer).readonly()),
  ofRig: procedure({ permission: 'customer.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/rigs/{vin}/customers',
      summary: 'List the company’s tickets of a rig, newest first, with the customers who came with it',
      description: 'At most 200. Under a text that is no VIN, those of all its customers.',
    })
    .input(z.object({ vin }))
    .output(
      z.object({
        /** As on the newest ticket; null without one. */
        rig: rig.nullable(),
        tickets: z.array(ticketSummary).readonly(),
        ticketCount: z.number().int(),
        /** What its meters showed on these tickets, newest first. */
        readings: z
          .array(
            z.object({
              ticketId: z.number().int(),
              day: z.string(),
              /** Miles. */
              odometer: z.number().nullable(),
              generatorHours: z.number().nullable(),
              /** What may be wrong: less than before. */
              notices: z.array(z.string()).readonly(),
            }),
          )
          .readonly(),
        /** The last one first. */
        customers: z.array(listedCustomer).readonly(),
      }),
    ),
  get: procedure({ permission: 'customer.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/customers/{customerId}',
      summary: 'Get a customer of the company, with their tickets',
    })
    .input(id)
    .output(companyCustomer),
  change: procedure({ permission: 'customer.change', rateLimit: 'none' })
    .route({
      method: 'PATCH',
      path: '/customers/{customerId}',
      summary: 'Change a customer’s record',
      description: 'Tickets keep the details that they have.',
    })
    .input(withEmailOrNone(changes.extend({ customerId: uuid })))
    .output(done),
  merge: procedure({ permission: 'customer.change', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/customers/{customerId}/merge',
      summary: 'Merge a customer into another one, who is the same person',
      description:
        'Their tickets are the other one’s from then on. Each record keeps its contact, and each ticket its details.',
    })
    .input(id.extend({ into: uuid }))
    .output(done),
  separate: procedure({ permission: 'customer.change', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/customers/{customerId}/separate',
      summary: 'Undo within 30 days that a customer was merged into another one',
    })
    .input(id)
    .output(done),
}

// The company's own customers, for the form of a new ticket.

import * as z from 'zod'
import { base, coordinates, line, optionalVin } from './shared-schemas.ts'

const suggestedRig = z.object({
  vin: z.string(),
  year: z.string(),
  make: z.string(),
  model: z.string(),
  /** Empty if it is not known; of an import, as the spreadsheet had it. */
  axleAmount: z.string(),
  /** The company's newest ticket of it; null if it was only imported. */
  ticketId: z.number().int().nullable(),
})

const suggestedCustomer = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string().nullable(),
  coordinates: coordinates.nullable(),
  /** Only imported: no ticket has them. */
  isImported: z.boolean(),
  /** Those they came with, the newest first. */
  rigs: z.array(suggestedRig).readonly(),
})

const typed = line(300).default('')

export const customers = {
  suggest: base
    .route({
      method: 'GET',
      path: '/customers',
      summary: 'Suggest customers of the company by what is typed of them so far',
      description:
        'At most 5, of tickets, bookings and imports: whose name or email begins so, and whose phone has these digits. Without any of that, imported ones with this VIN.',
      tags: ['Tickets'],
    })
    .input(z.object({ firstName: typed, lastName: typed, email: typed, phone: typed, vin: optionalVin }))
    .output(z.array(suggestedCustomer).readonly()),
}

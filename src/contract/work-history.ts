// A rig's work history: public, by VIN, without the customer.

import * as z from 'zod'
import { base, moneyOut, vin } from './shared-schemas.ts'

const historyEntry = z.object({
  ticketId: z.number().int(),
  completedTimestamp: z.date().nullable(),
  /** For printing times in the shop's time zone. */
  timeZone: z.string(),
  technician: z.string(),
  totalBalance: moneyOut.nullable(),
  /** Which company brought the visit along from another system, and on which of its days; null for work done here. */
  broughtAlong: z.object({ by: z.string(), on: z.string() }).nullable(),
})

export const workHistory = {
  get: base
    .route({
      method: 'GET',
      path: '/work-history/{vin}',
      summary: "List a rig's work history, newest first",
      tags: ['Work history'],
    })
    .input(z.object({ vin }))
    .output(z.object({ vin: z.string(), entries: z.array(historyEntry) })),
}

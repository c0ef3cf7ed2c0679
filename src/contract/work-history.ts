// A rig's work history: public, by VIN, without the customer.

import * as z from 'zod'
import { DAY, HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { moneyOut, vin } from './shared-schemas.ts'

const procedure = proceduresTagged('Work history')

/** Which company brought a visit along from another system, and on which of its days; null for work done here. */
export const imported = z.object({ by: z.string(), on: z.string() }).nullable()

const historyEntry = z.object({
  ticketId: z.number().int(),
  completedTimestamp: z.date().nullable(),
  /** For printing times in the shop's time zone. */
  timeZone: z.string(),
  technician: z.string(),
  totalBalance: moneyOut.nullable(),
  imported,
  /**
   * Of a rig whose text is no VIN, which a company keeps for one of its customers: several may have the same text, so
   * `rigId` tells them apart. Null for a VIN; `companyName` is null for a company that has left.
   */
  ownRig: z.object({ rigId: z.uuid(), companyName: z.string().nullable() }).nullable(),
})

export const workHistory = {
  get: procedure({
    permission: 'work-history.see',
    rateLimit: rateLimit(
      'scraping',
      limit('visitor', 120, HOUR, 'One rig every 30 seconds; too slow to enumerate serial numbers.'),
      limit('visitor', 600, DAY, 'The same over a day.'),
      limit('account', 300, HOUR, 'A service writer looks up every rig on the lot.'),
      limit('company', 3000, DAY, 'Counts all accounts of a company together.'),
    ),
  })
    .route({
      method: 'GET',
      path: '/work-history/{vin}',
      summary: "List a rig's work history, newest first, 200 visits at a time",
    })
    .input(z.object({ vin, before: z.string().max(300).optional() }))
    .output(z.object({ vin: z.string(), entries: z.array(historyEntry), next: z.string().nullable() })),
}

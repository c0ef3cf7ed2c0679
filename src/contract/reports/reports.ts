// What a company's tickets come to over a range of days, for the owner.

import * as z from 'zod'
import { FIGURE_UNITS, REPORTS } from '#domain/reports/report.ts'
import { REPORT_PERIODS, reportDaysErrors } from '#domain/reports/report-period.ts'
import { STATES } from '#domain/tickets/ticket.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { day, moneyOut } from '../shared-schemas.ts'

const procedure = proceduresTagged('Companies')

const request = {
  report: z.enum(REPORTS),
  period: z.enum(REPORT_PERIODS).default('this-month'),
  /** Of the period `own`, both included. */
  from: day.optional(),
  to: day.optional(),
}

type Request = { period: string; from?: string | undefined; to?: string | undefined }

/** A sentence beside each of its own days that cannot be used. */
function checkDays({ value, issues }: z.core.ParsePayload<Request>): void {
  if (value.period !== 'own') return
  for (const [field, message] of Object.entries(reportDaysErrors(value)))
    issues.push({ code: 'custom', path: [field], input: value, message })
}

const columns = z.array(z.object({ label: z.string(), unit: z.enum(FIGURE_UNITS) })).readonly()

/** One for each column: an amount where its unit is money, else a number; null where there is nothing to compute. */
const figures = z.array(z.object({ number: z.number().nullable(), amount: moneyOut.nullable() })).readonly()

const reportedDays = {
  /** `YYYY-MM-DD`, the company's dates, both included. */
  from: z.string(),
  to: z.string(),
}

export const reports = {
  get: procedure({ permission: 'company.see-details', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/company/reports/{report}',
      summary: 'Get a report on the tickets of up to 366 days',
    })
    .input(z.object(request).check(checkDays))
    .output(
      z.object({
        report: z.enum(REPORTS),
        ...reportedDays,
        columns,
        /** Empty if there is nothing to report. */
        rows: z
          .array(
            z.object({
              key: z.string(),
              label: z.string(),
              /** What it counts; may be empty. */
              hint: z.string(),
              figures,
              /** How many `listTickets` has of it. */
              ticketCount: z.number().int(),
            }),
          )
          .readonly(),
        /** What is counted and what is not, in sentences. */
        notes: z.array(z.string()).readonly(),
      }),
    ),
  listTickets: procedure({ permission: 'company.see-details', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/company/reports/{report}/tickets',
      summary: 'List the tickets that make a row of a report',
    })
    .input(
      z.object({ ...request, row: z.string().max(80, { error: 'At most 80 characters.' }) }).check(checkDays),
    )
    .output(
      z.object({
        ...reportedDays,
        columns,
        /** Those with the largest first figure first; at most 500. */
        tickets: z
          .array(
            z.object({
              ticketId: z.number().int(),
              state: z.enum(STATES),
              /** `lastName, firstName` */
              customer: z.string(),
              rig: z.string(),
              figures,
            }),
          )
          .readonly(),
        /** False if there are more than are listed. */
        isComplete: z.boolean(),
      }),
    ),
}

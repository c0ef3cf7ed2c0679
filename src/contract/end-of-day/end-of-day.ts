// What a day came to, for the owner.

import * as z from 'zod'
import { STATES } from '#domain/tickets/ticket.ts'
import { methodTotals } from '../billing/reports.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { day, moneyOut } from '../shared-schemas.ts'

const procedure = proceduresTagged('Companies')

const dayMoney = z.object({
  /** Of the invoices issued on the day, with tax. */
  invoiced: moneyOut,
  /** Of the credit notes issued on the day, with tax. */
  credited: moneyOut,
  /** After discounts and credit notes, before tax. */
  sales: moneyOut,
  /** The part of the sales that a certificate exempted from tax. */
  exemptSales: moneyOut,
  tax: moneyOut,
  /** Sales before tax on average of a ticket that was invoiced; null without one. */
  averageOrder: moneyOut.nullable(),
  /** Every method once. */
  methods: z.array(methodTotals).readonly(),
  /** What customers owed at the end of the day, or owe now. */
  owed: moneyOut,
  /** Deposits that waited for an invoice then. */
  held: moneyOut,
  /** What customers had paid beyond their invoices then. */
  credit: moneyOut,
})

const appointment = z.object({
  at: z.date(),
  ticketId: z.number().int(),
  state: z.enum(STATES),
  /** `lastName, firstName` */
  customer: z.string(),
  rig: z.string(),
})

export const endOfDay = {
  get: procedure({ permission: 'company.see-details', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/company/end-of-day',
      summary: "Get a day's tickets, hours, approvals and money, and the next day's appointments",
    })
    .input(z.object({ day: day.optional() }))
    .output(
      z.object({
        /** The company's date. */
        today: z.string(),
        day: z.string(),
        timeZone: z.string(),
        tickets: z.object({
          /** Created at the desk, or checked in. */
          opened: z.number().int(),
          /** Each on the day on which it was last finalized. */
          finalized: z.number().int(),
          completed: z.number().int(),
        }),
        /** Estimated hours of the lines on those finalized, without declined lines. */
        hoursSold: z.number(),
        /** What was clocked within the day, in milliseconds; also by running clocks. */
        clockedMs: z.number().int(),
        /** Of the lines that customers were asked to approve on the day, each as it was last asked for. */
        hoursAsked: z.number(),
        /** Of those, what they have approved until now. */
        hoursApproved: z.number(),
        /** Null as long as the company does not bill. */
        money: dayMoney.nullable(),
        nextDay: z.string(),
        /** Those of the next day, by time. */
        appointments: z.array(appointment).readonly(),
      }),
    ),
}

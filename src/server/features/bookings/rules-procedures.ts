// When a company takes no bookings and how many it takes, for its owner; and what it offers on a day, for everyone.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { bookableSpan, type OfferedTimes, offeredTimes } from '#domain/bookings/bookable-times.ts'
import { closedDaysError } from '#domain/bookings/booking-rules.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Company, getCompany, lockCompany, openingTimesOf } from '#server/features/companies/store.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { asAnonymous, command, procedure, query, runQuery } from '#server/rpc/procedures.ts'
import { enterCompany } from './create-booking.ts'
import { getLimits, getRules, listAppointmentsWhenClosed, listClosedDays, saveLimits } from './rules-store.ts'

type OfferRequest = Parameters<typeof offeredTimes>[0] & { readonly exceptTicketId?: number }

/** What the company offers on a day; the place of `exceptTicketId` counts as free. */
export async function offerOn(
  work: UnitOfWork,
  company: Company,
  { exceptTicketId, ...request }: OfferRequest,
): Promise<OfferedTimes> {
  const opening = openingTimesOf(company)
  const { from, to } = bookableSpan(opening, work.now)
  const rules = await getRules(work, { from, to, timeZone: company.timeZone }, exceptTicketId)
  return offeredTimes(request, opening, rules, work.now)
}

export const listOfferedTimes = procedure.bookings.times.handler(
  ({ input: { companyId, ...request }, context }) =>
    runQuery(asAnonymous(context, { companyId }), async work =>
      offerOn(work, await enterCompany(work, companyId), request),
    ),
)

export const getBookingRules = query.bookings.getRules.handler(async ({ context: { work } }) => {
  const company = await getCompany(work)
  const today = dayOf(work.now, company.timeZone)
  return {
    limits: await getLimits(work),
    closedDays: await listClosedDays(work, today),
    appointmentsWhenClosed: await listAppointmentsWhenClosed(work, company),
    today,
    timeZone: company.timeZone,
  }
})

const recordChange = (work: UnitOfWork): void =>
  work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.change-booking-rules', card: null })

export const changeBookingLimits = command.bookings.changeLimits.handler(
  async ({ input, context: { work } }) => {
    await lockCompany(work)
    const before = await getLimits(work)
    if (isDeepStrictEqual({ ...before, ...input }, before)) return { done: true }
    await saveLimits(work, input)
    recordChange(work)
    return { done: true }
  },
)

export const addClosedDays = command.bookings.addClosedDays.handler(async ({ input, context: { work } }) => {
  const { timeZone } = await lockCompany(work)
  const today = dayOf(work.now, timeZone)
  const error = closedDaysError(input, await listClosedDays(work, today), today)
  if (error !== null) throw invalid({ [error.field]: error.sentence })
  const closedDaysId = randomUUID()
  work.insert('closedDays', { closedDaysId, ...input })
  recordChange(work)
  return { closedDaysId }
})

export const removeClosedDays = command.bookings.removeClosedDays.handler(
  async ({ input, context: { work } }) => {
    const { numDeletedRows } = await work
      .remove('closedDays')
      .where('closedDaysId', '=', input.closedDaysId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw notFound('These days were removed already.')
    recordChange(work)
    return { done: true }
  },
)

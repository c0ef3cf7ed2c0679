// Promises a customer the day on which the work is done, and moves it with a reason.

import { dayOf } from '#domain/lib/company-time.ts'
import { arrivalDayOf, promiseDay, promisedDayErrors } from '#domain/promised-days/promised-day.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { assertInWork } from '#domain/tickets/ticket.ts'
import { listClosedDays } from '#server/features/bookings/rules-store.ts'
import { getCompany, openingTimesOf } from '#server/features/companies/store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { assertNoErrors } from '#server/features/rigs/store.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { command, query } from '#server/rpc/procedures.ts'
import { addPromisedDay, listPromisedDays } from './store.ts'

export const getPromisedDays = query.promisedDays.get.handler(async ({ input, context: { work } }) => {
  const { ticketId } = await getTicket(work, input.ticketId)
  const [{ promisesDays: isOn }, promises] = await Promise.all([
    getPreferences(work),
    listPromisedDays(work, ticketId),
  ])
  return { isOn, promises }
})

export const promiseTicketDay = command.promisedDays.promise.handler(
  async ({ input: { ticketId, ...input }, context: { work } }) => {
    const ticket = await getTicket(work, ticketId)
    if (!(await getPreferences(work)).promisesDays) throw new Refusal([{ code: 'promised-day.off' }])
    assertInWork(ticket)
    const today = dayOf(work.now, work.timeZone)
    const promises = await listPromisedDays(work, ticketId)
    const before = promises.at(-1) ?? null
    assertNoErrors(
      promisedDayErrors(input, {
        ...{ before, today, arrival: arrivalDayOf(ticket, work.timeZone) },
        opening: openingTimesOf(await getCompany(work)),
        closedDays: await listClosedDays(work, today),
      }),
    )
    const promise = promiseDay(input, before, today)
    // Who asked for a day knows it.
    const isEmailed = before !== null && !promise.askedByCustomer
    addPromisedDay(work, ticketId, promise, { count: promises.length, isEmailed })
    recordActivity(work, ticket, before === null ? 'promise-day' : 'move-promised-day', { date: promise.day })
    return { done: true }
  },
)

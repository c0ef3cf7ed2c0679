// The end of a day, for the owner.

import { dayOf } from '#domain/lib/company-time.ts'
import { query } from '#server/rpc/procedures.ts'
import { getEndOfDay } from './store.ts'

export const getEndOfDayOf = query.endOfDay.get.handler(async ({ input, context: { work } }) => {
  const today = dayOf(work.now, work.timeZone)
  return { today, timeZone: work.timeZone, ...(await getEndOfDay(work, input.day ?? today)) }
})

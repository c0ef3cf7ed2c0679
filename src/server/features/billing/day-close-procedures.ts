// A day's money, and closing the day with what was counted.

import { randomUUID } from 'node:crypto'
import { closedLinesOf, differenceOf, methodTotalsOf } from '#domain/billing/day-close.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { nextPosition } from '#server/db/next-position.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { command, query } from '#server/rpc/procedures.ts'
import { getBillingSettings, listEntriesOf, lockSettings } from './store.ts'

/** How many closed days are listed. */
const LATEST_COUNT = 31

const selectCloses = (work: UnitOfWork) =>
  work.from('dayClose').select(['closeId', 'day', 'closedAt', 'closedByName', 'note', 'lines'])

const withDifference = <Close extends { readonly lines: Parameters<typeof differenceOf>[0] }>(
  close: Close,
) => ({ ...close, difference: differenceOf(close.lines) })

export const getDay = query.billing.getDay.handler(async ({ input, context: { work } }) => {
  const { timeZone } = work
  const today = dayOf(work.now, timeZone)
  const { day = today } = input
  const { isOn } = await getBillingSettings(work)
  if (!isOn) return { isOn, today, day, timeZone, totals: [], entries: [], closes: [], latest: [] }
  const [entries, closes, latest] = await Promise.all([
    listEntriesOf(work, day),
    selectCloses(work).where('day', '=', day).orderBy('position', 'desc').execute(),
    selectCloses(work)
      .distinctOn('day')
      .orderBy('day', 'desc')
      .orderBy('position', 'desc')
      .limit(LATEST_COUNT)
      .execute(),
  ])
  return {
    ...{ isOn, today, day, timeZone, totals: methodTotalsOf(entries) },
    entries: entries.map(entry => ({ ...entry, customer: fullName(entry) })),
    closes: closes.map(withDifference),
    latest: latest.map(withDifference),
  }
})

export const closeDay = command.billing.closeDay.handler(async ({ input, context: { work } }) => {
  const { day, note } = input
  const { companyId, now, by } = work
  // Of two closes at once, the second waits and then counts.
  await lockSettings(work)
  if (day > dayOf(now, work.timeZone)) throw new Refusal([{ code: 'day-close.later' }])
  const lines = closedLinesOf(methodTotalsOf(await listEntriesOf(work, day)), input.lines)
  if (lines === null) throw new Refusal([{ code: 'day-close.changed' }])
  const position = await nextPosition(work.from('dayClose').where('day', '=', day))
  const closeId = randomUUID()
  work.insert('dayClose', {
    ...{ closeId, day, position, note, lines: JSON.stringify(lines) },
    closedAt: now,
    closedBy: by.id,
    closedByName: by.name,
  })
  work.recordChange({ kind: 'company', id: companyId, verb: 'company.close-day', card: null })
  return { closeId }
})

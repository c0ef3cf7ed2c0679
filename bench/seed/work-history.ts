// A million repairs and more, five per rig.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { printLine } from '../result-table.ts'
import { copyRows, type Row } from './copy-rows.ts'
import { TIME_ZONE } from './tickets.ts'

export const ENTRIES_PER_RIG = 5
const DAY_MS = 86_400_000
const WORK = JSON.stringify([
  {
    problem: 'Awning will not retract',
    cause: 'Stripped gear in the awning motor',
    correction: 'Replaced the motor, cycled ten times',
  },
])
const STEP = 250_000

/** A rig with a history and without tickets. */
export const historyVin = (rig: number): string => `HIST${String(rig).padStart(13, '0')}`

function* entries(from: number, to: number, companies: readonly string[], end: number): Generator<Row> {
  for (let number = from; number < to; number += 1) {
    yield {
      vin: historyVin(Math.floor(number / ENTRIES_PER_RIG)),
      companyId: companies[number % companies.length] ?? '',
      ticketId: 100_000 + (number % 900_000),
      completedTimestamp: new Date(
        end - (number % ENTRIES_PER_RIG) * 200 * DAY_MS - (number % 10_007) * 1000,
      ),
      timeZone: TIME_ZONE,
      technician: 'Rosa Díaz',
      totalBalance: 18_125,
      work: WORK,
    }
  }
}

/** The entries from number `from` up to `to`, of companies without other data. */
export async function seedHistory(client: pg.Client, from: number, to: number): Promise<void> {
  const companies = Array.from({ length: 97 }, () => randomUUID())
  const end = Date.now()
  for (let at = from; at < to; at += STEP) {
    await copyRows(client, 'work_history', entries(at, Math.min(to, at + STEP), companies, end))
    if (to - from > STEP)
      printLine(
        `  ${Math.min(to, at + STEP).toLocaleString('en-US')} of ${to.toLocaleString('en-US')} history rows`,
      )
  }
}

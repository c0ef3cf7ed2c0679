// Clocking in and out of the shop, and the owner's time sheet.

import { randomUUID } from 'node:crypto'
import { dayOf } from '#domain/lib/company-time.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { weekOf } from '#domain/shop-clock/sheet-days.ts'
import { type ShopSession, sessionTimeErrors } from '#domain/shop-clock/shop-session.ts'
import type { ActivityDetail } from '#domain/tickets/activity.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import {
  endSession,
  findRunningClock,
  lockClocksOfTechnician,
  startAfter,
} from '#server/features/clocks/store.ts'
import { getEmployee, listEmployees } from '#server/features/employees/store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { assertNoErrors } from '#server/features/rigs/store.ts'
import { command, query } from '#server/rpc/procedures.ts'
import {
  addShopSession,
  clockOutOfShop,
  deleteShopSession,
  findOverlapping,
  findRunning,
  getShopSession,
  lastEndOf,
  listShopSessions,
  recordShopTime,
  saveShopSession,
} from './store.ts'

export const getOwnShopTime = query.shopClock.mine.handler(async ({ context: { work } }) => {
  const [{ clocksShopTime: isOn }, running] = await Promise.all([
    getPreferences(work),
    findRunning(work, work.by.id),
  ])
  return { isOn, since: running?.clockInTime ?? null, timeZone: work.timeZone }
})

async function assertOn(work: UnitOfWork): Promise<void> {
  if (!(await getPreferences(work)).clocksShopTime) throw new Refusal([{ code: 'shop-clock.off' }])
}

export const clockInToShop = command.shopClock.clockIn.handler(async ({ context: { work } }) => {
  await assertOn(work)
  const { id: employeeId, name: employeeName } = work.by
  lockClocksOfTechnician(work, employeeId)
  const running = await findRunning(work, employeeId)
  if (running !== null) return { since: running.clockInTime }
  // Later than now if the server's time was set back.
  const clockInTime = startAfter({ ended: await lastEndOf(work, employeeId) }, work.now)
  const session = { sessionId: randomUUID(), employeeId, employeeName, clockInTime }
  addShopSession(work, { ...session, clockOutTime: null, isCorrected: false })
  recordShopTime(work, session, 'clock-in-to-shop')
  return { since: clockInTime }
})

export const clockOutOfOwnShop = command.shopClock.clockOut.handler(async ({ context: { work } }) => {
  await assertOn(work)
  lockClocksOfTechnician(work, work.by.id)
  const running = await findRunningClock(work, work.by.id)
  if (running !== null) await endSession(work, running, work.now)
  await clockOutOfShop(work, work.by.id)
  if (running === null) return { stopped: null }
  const { ticketId, jobNumber } = running
  return { stopped: { ticketId, jobNumber } }
})

export const listTimeInShop = query.shopClock.list.handler(async ({ input, context: { work } }) => {
  const thisWeek = weekOf(dayOf(work.now, work.timeZone))
  const { from = thisWeek.from, to = thisWeek.to } = input
  const [{ clocksShopTime: isOn }, sessions, employees] = await Promise.all([
    getPreferences(work),
    listShopSessions(work, { from, to }),
    listEmployees(work),
  ])
  const owner = { employeeId: work.by.id, name: work.by.name }
  const others = employees.map(employee => ({ employeeId: employee.id, name: fullName(employee) }))
  return { isOn, from, to, sessions, people: [owner, ...others], timeZone: work.timeZone }
})

/** What a change was, for the log. */
const detailOf = (before: ShopSession, after: ShopSession, reason: string): ActivityDetail => ({
  reason,
  clockInTime: { before: before.clockInTime, after: after.clockInTime },
  clockOutTime: { before: before.clockOutTime, after: after.clockOutTime },
})

/** Throws INVALID, with a sentence beside its field, for times that cannot be. */
async function assertPossible(work: UnitOfWork, session: ShopSession): Promise<void> {
  const errors = sessionTimeErrors(session, work.now)
  assertNoErrors(errors)
  if ((await findOverlapping(work, session)) !== null)
    assertNoErrors({ clockInTime: `${session.employeeName} was already clocked in for part of this time.` })
}

export const addTimeInShop = command.shopClock.add.handler(async ({ input, context: { work } }) => {
  const { employeeId, reason, ...times } = input
  const employeeName =
    employeeId === work.by.id ? work.by.name : fullName(await getEmployee(work, employeeId))
  lockClocksOfTechnician(work, employeeId)
  const session = { ...times, sessionId: randomUUID(), employeeId, employeeName, isCorrected: true }
  await assertPossible(work, session)
  addShopSession(work, session)
  recordShopTime(work, session, 'add-shop-time', detailOf(session, session, reason))
  return { sessionId: session.sessionId }
})

export const correctTimeInShop = command.shopClock.correct.handler(async ({ input, context: { work } }) => {
  const { sessionId, reason, clockInTime, clockOutTime } = input
  lockClocksOfTechnician(work, (await getShopSession(work, sessionId)).employeeId)
  const before = await getShopSession(work, sessionId)
  const after = {
    ...before,
    clockInTime: clockInTime ?? before.clockInTime,
    clockOutTime: clockOutTime ?? before.clockOutTime,
    isCorrected: true,
  }
  await assertPossible(work, after)
  saveShopSession(work, after)
  recordShopTime(work, after, 'correct-shop-time', detailOf(before, after, reason))
  return { done: true }
})

export const removeTimeInShop = command.shopClock.remove.handler(async ({ input, context: { work } }) => {
  const { sessionId, reason } = input
  lockClocksOfTechnician(work, (await getShopSession(work, sessionId)).employeeId)
  const session = await getShopSession(work, sessionId)
  deleteShopSession(work, session)
  recordShopTime(work, session, 'remove-shop-time', detailOf(session, session, reason))
  return { done: true }
})

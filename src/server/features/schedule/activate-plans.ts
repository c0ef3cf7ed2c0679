// On the morning of its day a plan becomes an assignment. If two servers check at once, the ticket's lock lets one of
// them do it.

import { dayOf } from '#domain/lib/company-time.ts'
import { includesDay } from '#domain/lib/days-off.ts'
import { duePlan } from '#domain/schedule/plan.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { assign, isInWork } from '#domain/tickets/ticket.ts'
import { lockAccountShared } from '#server/auth/accounts.ts'
import type { UnitOfWork, UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { findEmployee } from '#server/features/employees/store.ts'
import { listTimeOff } from '#server/features/employees/working-times-store.ts'
import { findTicket, listPlans, saveAssigned, saveTicket } from '#server/features/tickets/store.ts'
import { runForEach } from '#server/jobs/run-for-each.ts'
import { type DuePlan, findPlannedAt, listDuePlans, removePlansUntil } from './store.ts'

/** Activates every plan due at `now`. Rejects with the errors, after all were tried. */
export async function activateDuePlans(unitOfWorkServices: UnitOfWorkServices, now: Date): Promise<void> {
  await runForEach(
    unitOfWorkServices,
    await listDuePlans(unitOfWorkServices, now),
    now,
    (work, { ticketId }) => activatePlan(work, ticketId),
    count => `${count} planned assignments could not be started.`,
  )
}

async function activatePlan(work: UnitOfWork, ticketId: DuePlan['ticketId']): Promise<void> {
  const today = dayOf(work.now, work.timeZone)
  for (const { uuid } of await listPlans(work, ticketId)) lockAccountShared(work, uuid)
  const found = await findTicket(work, ticketId)
  if (found === null) return
  const plans = await listPlans(work, ticketId)
  const plan = duePlan(plans, found, today)
  const ticket = { ...found, plannedDays: found.plannedDays.filter(day => day > today) }
  const plannedAt = plan && (await findPlannedAt(work, ticketId, plan.date))
  await removePlansUntil(work, ticketId, today)
  const planned = plan ?? plans.find(({ date }) => date <= today)
  // Another server has done it.
  if (planned === undefined) return
  const [employee, timeOff] = await Promise.all([
    findEmployee(work, planned.uuid),
    listTimeOff(work, planned.uuid, today),
  ])
  // A plan that was made later was made knowing it.
  const isOff = timeOff.some(
    days => includesDay(days, today) && plannedAt !== null && plannedAt < days.enteredAt,
  )
  if (
    plan === null ||
    employee === null ||
    !employee.roles.isTechnician ||
    !employee.isActive ||
    isOff ||
    !isInWork(ticket)
  ) {
    saveTicket(work, ticket, 'plan-lapsed', employee === null ? {} : { technician: fullName(employee) })
    return
  }
  const assigned = assign(ticket, employee, work.now, work.timeZone)
  saveAssigned(work, ticket, assigned, 'assign-planned', fullName(employee))
}

// Who works on a ticket, today and on a later day. A day that is still to come is only planned.

import { assertEmployeeActive } from '#domain/employees/employee.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { SELECT_TECHNICIAN } from '#domain/refusals/page-blocker.ts'
import { planTimingOf } from '#domain/schedule/plan.ts'
import { fullName, technicianName } from '#domain/tickets/assignment.ts'
import { assertInWork, assign, release } from '#domain/tickets/ticket.ts'
import { lockAccountShared } from '#server/auth/accounts.ts'
import { endInaccessibleClocks, lockClocksOfTicket } from '#server/features/clocks/store.ts'
import { findEmployee, getEmployee } from '#server/features/employees/store.ts'
import { getTicket, listPlans, saveAssigned, saveTicket } from '#server/features/tickets/store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { removePlan, savePlan } from './store.ts'

export const assignTechnician = command.tickets.assign.handler(async ({ input, context: { work } }) => {
  lockAccountShared(work, input.employeeId)
  await lockClocksOfTicket(work, input.ticketId)
  const [found, employee] = await Promise.all([
    getTicket(work, input.ticketId),
    getEmployee(work, input.employeeId),
  ])
  const day = dayOf(work.now, work.timeZone)
  const when = planTimingOf(input.date ?? day, day)
  const { isTechnician } = employee.roles
  if (!isTechnician || when === 'never')
    throw invalid({
      ...(!isTechnician && { employeeId: SELECT_TECHNICIAN }),
      ...(when === 'never' && { date: 'Choose a date from today to a year from now.' }),
    })
  assertEmployeeActive(employee)
  if (when === 'later') {
    assertInWork(found)
    const date = input.date ?? day
    savePlan(work, found.ticketId, { date, uuid: employee.id })
    const plannedDays = [...new Set([...found.plannedDays, date])].sort()
    saveTicket(work, { ...found, plannedDays }, 'plan', { technician: fullName(employee), date })
    return { done: true }
  }
  const ticket = assign(found, employee, work.now, work.timeZone)
  saveAssigned(work, found, ticket, 'assign', fullName(employee))
  await endInaccessibleClocks(work, ticket)
  return { done: true }
})

export const releaseTechnician = command.tickets.release.handler(async ({ input, context: { work } }) => {
  const { ticketId, date } = input
  if (date !== undefined && date !== dayOf(work.now, work.timeZone)) {
    const planned = await getTicket(work, ticketId)
    assertInWork(planned)
    const plan = (await listPlans(work, ticketId)).find(plan => plan.date === date)
    if (plan === undefined) return { done: true }
    const employee = await findEmployee(work, plan.uuid)
    await removePlan(work, ticketId, date)
    const technician = employee === null ? undefined : fullName(employee)
    const plannedDays = planned.plannedDays.filter(day => day !== date)
    saveTicket(work, { ...planned, plannedDays }, 'unplan', { technician, date })
    return { done: true }
  }
  await lockClocksOfTicket(work, ticketId)
  const found = await getTicket(work, ticketId)
  const ticket = release(found)
  const name = technicianName(found)
  saveTicket(work, ticket, 'release', name === null ? {} : { technician: name })
  await endInaccessibleClocks(work, ticket)
  return { done: true }
})

// Hiring and letting go.

import { randomUUID } from 'node:crypto'
import { fullName } from '#domain/assignment.ts'
import { clockOut } from '#domain/clock.ts'
import { addAccount, endEmployeeAccount } from '#server/accounts.ts'
import { command } from '#server/api.ts'
import { holdRunningClock, saveSession } from '#server/clocks/store.ts'
import { getTicket, saveTicket } from '#server/tickets/store.ts'
import { allow, type Work } from '#server/work.ts'
import { addEmployee, getEmployee, removeEmployee } from './store.ts'

export const registerEmployee = command.employees.register.handler(async ({ input, context: { work } }) => {
  allow(work, 'employee.register')
  const { password, ...details } = input
  const id = randomUUID()
  await addAccount(work, { id, name: fullName(details), email: details.email, password })
  await addEmployee(work, { id, ...details })
  return { id }
})

/** Nobody else could stop it afterwards, and the ticket would wait for it for ever. */
async function stopClockOf(work: Work, id: string): Promise<void> {
  const running = await holdRunningClock(work, id)
  if (running === null) return
  const ticket = await getTicket(work, running.ticketId)
  await saveSession(work, clockOut(running.session, work.now))
  await saveTicket(work, ticket, 'clock-out')
}

export const deleteEmployee = command.employees.delete.handler(async ({ input, context: { work } }) => {
  allow(work, 'employee.delete')
  const { id } = await getEmployee(work, input.id)
  await stopClockOf(work, id)
  // The account first: its function finds it through the employee's row.
  await endEmployeeAccount(work, id)
  await removeEmployee(work, id)
  return { done: true }
})

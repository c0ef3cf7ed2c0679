// Hiring and letting go.

import { randomUUID } from 'node:crypto'
import { fullName } from '#domain/assignment.ts'
import { addAccount, endEmployeeAccount } from '#server/accounts.ts'
import { command } from '#server/api.ts'
import { endSession, holdRunningClock } from '#server/clocks/store.ts'
import { allow } from '#server/work.ts'
import { addEmployee, getEmployee, removeEmployee } from './store.ts'

export const registerEmployee = command.employees.register.handler(async ({ input, context: { work } }) => {
  allow(work, 'employee.register')
  const { password, ...details } = input
  const id = randomUUID()
  await addAccount(work, { id, name: fullName(details), email: details.email, password })
  await addEmployee(work, { id, ...details })
  return { id }
})

export const deleteEmployee = command.employees.delete.handler(async ({ input, context: { work } }) => {
  allow(work, 'employee.delete')
  const { id } = await getEmployee(work, input.id)
  // Nobody else could stop their clock afterwards, and the ticket would wait for it for ever.
  const running = await holdRunningClock(work, id)
  if (running !== null) await endSession(work, running)
  // The account first: its function finds it through the employee's row.
  await endEmployeeAccount(work, id)
  await removeEmployee(work, id)
  return { done: true }
})

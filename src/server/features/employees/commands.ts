// Hiring, changing, resting and letting go.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { refuseInactive } from '#domain/employees/employee.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import {
  addAccount,
  changeEmployeeAccount,
  endEmployeeAccount,
  endEmployeeSessions,
  refuseFounders,
  tellNewEmail,
} from '#server/auth/accounts.ts'
import { mailReset } from '#server/auth/password-reset.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { endSession, holdRunningClock } from '#server/features/clocks/store.ts'
import { accountCommand, command } from '#server/rpc/procedures.ts'
import {
  addEmployee,
  getEmployee,
  holdEmployee,
  removeEmployee,
  saveEmployee,
  setActive,
  touchEmployee,
} from './store.ts'

/** Nobody else could stop their clock afterwards, and the ticket would wait for it for ever. */
async function stopTheirClock(work: Work, id: string): Promise<void> {
  const running = await holdRunningClock(work, id)
  if (running !== null) await endSession(work, running)
}

export const registerEmployee = accountCommand.employees.register.handler(async ({ input, context }) => {
  const { work, passwordHash } = context
  allow(work, 'employee.register')
  const { password: _, ...details } = input
  const id = randomUUID()
  await addAccount(work, { id, name: fullName(details), email: details.email, passwordHash })
  await addEmployee(work, { id, ...details, isActive: true })
  return { id }
})

export const changeEmployee = command.employees.change.handler(async ({ input, context }) => {
  const { work, post } = context
  allow(work, 'employee.change')
  const before = await holdEmployee(work, input.id)
  const employee = {
    ...before,
    firstName: input.firstName ?? before.firstName,
    lastName: input.lastName ?? before.lastName,
    email: input.email ?? before.email,
    phone: input.phone ?? before.phone,
    licenseNumber: input.licenseNumber ?? before.licenseNumber,
    isInsured: input.isInsured ?? before.isInsured,
    roles: input.roles ?? before.roles,
  }
  if (isDeepStrictEqual(employee, before)) return { done: true }
  if (employee.email !== before.email) refuseFounders(context, employee.email)
  const { isServiceWriter, isTechnician } = employee.roles
  if (!isServiceWriter && !isTechnician) await stopTheirClock(work, employee.id)
  await changeEmployeeAccount(work, { ...employee, name: fullName(employee) })
  if (employee.email !== before.email) await tellNewEmail(work, post, before.email, employee.email)
  await saveEmployee(work, employee)
  return { done: true }
})

export const deactivateEmployee = command.employees.deactivate.handler(
  async ({ input, context: { work } }) => {
    allow(work, 'employee.change')
    const employee = await holdEmployee(work, input.id)
    if (!employee.isActive) return { done: true }
    await stopTheirClock(work, employee.id)
    await setActive(work, employee, false)
    await endEmployeeSessions(work, employee.id)
    return { done: true }
  },
)

export const reactivateEmployee = command.employees.reactivate.handler(
  async ({ input, context: { work } }) => {
    allow(work, 'employee.change')
    const employee = await holdEmployee(work, input.id)
    if (employee.isActive) return { done: true }
    await setActive(work, employee, true)
    // One that was being made while they were let rest would come to life with them.
    await endEmployeeSessions(work, employee.id)
    return { done: true }
  },
)

export const sendReset = command.employees.sendReset.handler(async ({ input, context }) => {
  const { work, post } = context
  allow(work, 'employee.change')
  const employee = await getEmployee(work, input.id)
  refuseInactive(employee)
  await mailReset(work, post, employee)
  touchEmployee(work, employee, 'send-reset')
  return { done: true }
})

export const deleteEmployee = command.employees.delete.handler(async ({ input, context: { work } }) => {
  allow(work, 'employee.delete')
  const employee = await getEmployee(work, input.id)
  await stopTheirClock(work, employee.id)
  // The account first: its function finds it through the employee's row.
  await endEmployeeAccount(work, employee.id)
  await removeEmployee(work, employee)
  return { done: true }
})

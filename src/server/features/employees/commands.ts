// Registering, changing, deactivating and deleting employees.

import { isDeepStrictEqual } from 'node:util'
import { assertEmployeeActive, assertHasEmail } from '#domain/employees/employee.ts'
import type { DaysOff } from '#domain/lib/days-off.ts'
import { fullName, type Technician } from '#domain/tickets/assignment.ts'
import {
  assertFreeEmail,
  changeEmployeeAccount,
  emailAddressChanged,
  endEmployeeSessions,
} from '#server/auth/accounts.ts'
import { emailResetLink } from '#server/auth/password-reset.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { formatPhone } from '#server/lib/phone-format.ts'
import { assertMayEmailOthers, outcomeWith } from '#server/mail/limited-mail.ts'
import { command, createAccountCommand } from '#server/rpc/procedures.ts'
import {
  createEmployee,
  deleteEmployee as deleteEmployeeRow,
  isFirstNameOnly,
  lockEmployee,
  recordEmployeeChange,
  saveEmployee,
  saveFirstNameOnly,
  setActive,
} from './store.ts'

/** What features above employees do within these commands, inside the transaction: `employeeHooks` in app/feature-hooks.ts. */
export type EmployeeHooks = {
  /** Runs before an employee can no longer log in, or work on tickets. */
  readonly beforeAccessEnds: (work: UnitOfWork, employeeId: string) => Promise<void>
  /** Runs before an employee is no technician any more. */
  readonly beforeTechnicianEnds: (work: UnitOfWork, employeeId: string) => Promise<void>
  /** Runs before an employee is deleted. */
  readonly beforeDeleted: (work: UnitOfWork, employee: Technician) => Promise<void>
  /** How many tickets are planned for them on these days. */
  readonly countPlans: (work: UnitOfWork, employeeId: string, days: DaysOff) => Promise<number>
}

export const registerEmployee = createAccountCommand.employees.register.handler(
  async ({ input, context }) => {
    const { work, passwordHash } = context
    const { password: _, ...details } = input
    return { id: await createEmployee(work, details, passwordHash) }
  },
)

export const changeEmployee = ({ beforeAccessEnds, beforeTechnicianEnds }: EmployeeHooks) =>
  command.employees.change.handler(async ({ input, context }) => {
    const { work, mailContext } = context
    const before = await lockEmployee(work, input.id)
    const employee = {
      ...before,
      firstName: input.firstName ?? before.firstName,
      lastName: input.lastName ?? before.lastName,
      email: input.email ?? before.email,
      phone: input.phone === undefined ? before.phone : formatPhone(input.phone),
      licenseNumber: input.licenseNumber ?? before.licenseNumber,
      isInsured: input.isInsured ?? before.isInsured,
      roles: input.roles ?? before.roles,
    }
    if (isDeepStrictEqual(employee, before)) return { done: true }
    const newEmail = employee.email === before.email ? null : employee.email
    if (newEmail !== null) await assertFreeEmail(work, context, newEmail)
    const { isServiceWriter, isTechnician } = employee.roles
    if (!isServiceWriter && !isTechnician) await beforeAccessEnds(work, employee.id)
    if (before.roles.isTechnician && !isTechnician) await beforeTechnicianEnds(work, employee.id)
    await changeEmployeeAccount(work, { id: employee.id, name: fullName(employee), email: newEmail })
    if (newEmail !== null) {
      await assertMayEmailOthers(work, context)
      await emailAddressChanged(work, mailContext, before.email, newEmail)
    }
    saveEmployee(work, employee)
    return { done: true }
  })

/** The actor's own choice. */
export const setFirstNameOnly = command.employees.setFirstNameOnly.handler(
  async ({ input, context: { work } }) => {
    const employee = await lockEmployee(work, work.by.id)
    if ((await isFirstNameOnly(work, employee.id)) !== input.firstNameOnly)
      saveFirstNameOnly(work, employee, input.firstNameOnly)
    return { done: true }
  },
)

export const deactivateEmployee = ({ beforeAccessEnds }: EmployeeHooks) =>
  command.employees.deactivate.handler(async ({ input, context: { work } }) => {
    const employee = await lockEmployee(work, input.id)
    if (!employee.isActive) return { done: true }
    await beforeAccessEnds(work, employee.id)
    setActive(work, employee, false)
    await endEmployeeSessions(work, employee.id)
    return { done: true }
  })

export const reactivateEmployee = command.employees.reactivate.handler(
  async ({ input, context: { work } }) => {
    const employee = await lockEmployee(work, input.id)
    if (employee.isActive) return { done: true }
    setActive(work, employee, true)
    // A session created during the deactivation would become valid again.
    await endEmployeeSessions(work, employee.id)
    return { done: true }
  },
)

export const sendReset = command.employees.sendReset.handler(async ({ input, context }) => {
  const { work, mailContext } = context
  const employee = await lockEmployee(work, input.id)
  assertEmployeeActive(employee)
  assertHasEmail(employee)
  await assertMayEmailOthers(work, context)
  await emailResetLink(work, mailContext, employee)
  recordEmployeeChange(work, employee, 'send-reset')
  return { done: true, email: outcomeWith(mailContext) }
})

export const deleteEmployee = ({ beforeAccessEnds, beforeTechnicianEnds, beforeDeleted }: EmployeeHooks) =>
  command.employees.delete.handler(async ({ input, context: { work } }) => {
    const employee = await lockEmployee(work, input.id)
    await beforeAccessEnds(work, employee.id)
    await beforeTechnicianEnds(work, employee.id)
    await beforeDeleted(work, employee)
    await deleteEmployeeRow(work, employee)
    return { done: true }
  })

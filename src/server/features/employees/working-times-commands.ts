// When technicians work, where it differs from their company's hours.

import { randomUUID } from 'node:crypto'
import { assertTechnician } from '#domain/employees/employee.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { daysOffError } from '#domain/lib/days-off-error.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import type { EmployeeHooks } from './commands.ts'
import { lockEmployee, recordEmployeeChange } from './store.ts'
import {
  listTimeOff,
  removeTimeOff as removeTimeOffRow,
  removeWorkingHours,
  saveWorkingHours,
} from './working-times-store.ts'

export const changeWorkingHours = command.employees.changeWorkingHours.handler(
  async ({ input: { id, weekdays, ...hours }, context: { work } }) => {
    const employee = await lockEmployee(work, id)
    assertTechnician(employee)
    saveWorkingHours(
      work,
      id,
      weekdays.map(weekday => ({ weekday, ...hours })),
    )
    recordEmployeeChange(work, employee, 'change-hours')
    return { done: true }
  },
)

export const resetWorkingHours = command.employees.resetWorkingHours.handler(
  async ({ input: { id, weekday }, context: { work } }) => {
    const employee = await lockEmployee(work, id)
    await removeWorkingHours(work, id, weekday)
    recordEmployeeChange(work, employee, 'change-hours')
    return { done: true }
  },
)

export const addTimeOff = ({ countPlans }: EmployeeHooks) =>
  command.employees.addTimeOff.handler(async ({ input: { id: employeeId, ...days }, context: { work } }) => {
    const employee = await lockEmployee(work, employeeId)
    assertTechnician(employee)
    const today = dayOf(work.now, work.timeZone)
    const error = daysOffError(
      days,
      await listTimeOff(work, employeeId, today),
      today,
      off => `${fullName(employee)} is already off ${off}.`,
    )
    if (error !== null) throw invalid({ [error.field]: error.sentence })
    const timeOffId = randomUUID()
    work.insert('timeOff', { timeOffId, employeeId, ...days, enteredAt: work.now })
    recordEmployeeChange(work, employee, 'add-time-off')
    return { timeOffId, planCount: await countPlans(work, employeeId, days) }
  })

export const removeTimeOff = command.employees.removeTimeOff.handler(
  async ({ input: { id, timeOffId }, context: { work } }) => {
    const employee = await lockEmployee(work, id)
    if (!(await removeTimeOffRow(work, id, timeOffId))) throw notFound('These days were removed already.')
    recordEmployeeChange(work, employee, 'remove-time-off')
    return { done: true }
  },
)

// Employees as the database keeps them.

import type { Employee } from '#domain/employees/employee.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import type { EmployeeRow } from '#server/db/schema.ts'
import type { Work } from '#server/db/unit-of-work.ts'
import { notFound } from '#server/rpc/errors.ts'

const employeeOf = (row: EmployeeRow): Employee => ({
  id: row.employeeId,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phone: row.phone,
  licenseNumber: row.licenseNumber,
  isInsured: row.isInsured,
  roles: { isServiceWriter: row.isServiceWriter, isTechnician: row.isTechnician },
  isActive: row.deactivatedAt === null,
})

/** Everyone in the company at work, by name. */
export async function listEmployees(work: Work): Promise<Employee[]> {
  const rows = await work.from('employee').selectAll().orderBy('lastName').orderBy('firstName').execute()
  return rows.map(employeeOf)
}

/** One employee of the company at work, or null. */
export async function findEmployee(work: Work, id: string): Promise<Employee | null> {
  const row = await work.from('employee').selectAll().where('employeeId', '=', id).executeTakeFirst()
  return row === undefined ? null : employeeOf(row)
}

/** One employee of the company at work, or NOT_FOUND. */
export async function getEmployee(work: Work, id: string): Promise<Employee> {
  const employee = await findEmployee(work, id)
  if (employee === null) throw notFound()
  return employee
}

/** The same, held until the end of the work: whoever else changes them waits. */
export async function holdEmployee(work: Work, id: string): Promise<Employee> {
  await work.from('employee').select('employeeId').where('employeeId', '=', id).forUpdate().execute()
  return getEmployee(work, id)
}

type Named = Pick<Employee, 'id' | 'firstName' | 'lastName'>

/** Leaves what was done with an employee in the trail: `change`, `deactivate`. */
export const touchEmployee = (work: Work, employee: Named, verb: string): void => {
  const { id } = employee
  work.touch({
    ...{ kind: 'employee', id, verb: `employee.${verb}`, card: null },
    detail: { employee: fullName(employee) },
  })
}

const columnsOf = ({ id: employeeId, roles, isActive: _, ...details }: Employee) => ({
  employeeId,
  ...details,
  ...roles,
})

/** Adds an employee to the company at work. */
export async function addEmployee(work: Work, employee: Employee): Promise<void> {
  const { companyId, now: registeredAt } = work
  await work.database
    .insertInto('employee')
    .values({ companyId, ...columnsOf(employee), registeredAt, deactivatedAt: null })
    .execute()
  touchEmployee(work, employee, 'register')
}

/** Writes what the form of an employee holds. */
export async function saveEmployee(work: Work, employee: Employee): Promise<void> {
  await work.update('employee').set(columnsOf(employee)).where('employeeId', '=', employee.id).execute()
  touchEmployee(work, employee, 'change')
}

/** Lets an employee come back to work, or rest. */
export async function setActive(work: Work, employee: Named, isActive: boolean): Promise<void> {
  const deactivatedAt = isActive ? null : work.now
  await work.update('employee').set({ deactivatedAt }).where('employeeId', '=', employee.id).execute()
  touchEmployee(work, employee, isActive ? 'reactivate' : 'deactivate')
}

/** Takes an employee off the company; tickets and history keep the name. */
export async function removeEmployee(work: Work, employee: Named): Promise<void> {
  await work.remove('employee').where('employeeId', '=', employee.id).execute()
  touchEmployee(work, employee, 'delete')
}

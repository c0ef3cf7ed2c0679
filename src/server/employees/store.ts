// Employees as the database keeps them.

import type { Employee } from '#domain/employee.ts'
import type { EmployeeRow } from '#server/database/tables.ts'
import { notFound } from '#server/errors.ts'
import type { Work } from '#server/work.ts'

const employeeOf = (row: EmployeeRow): Employee => ({
  id: row.employeeId,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phone: row.phone,
  licenseNumber: row.licenseNumber,
  isInsured: row.isInsured,
  roles: { isServiceWriter: row.isServiceWriter, isTechnician: row.isTechnician },
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

const touch = (work: Work, id: string, verb: string) => work.touch({ kind: 'employee', id, verb, card: null })

/** Adds an employee to the company at work. */
export async function addEmployee(work: Work, { id, roles, ...details }: Employee): Promise<void> {
  await work.database
    .insertInto('employee')
    .values({ companyId: work.companyId, employeeId: id, ...details, ...roles, registeredAt: work.now })
    .execute()
  touch(work, id, 'employee.register')
}

/** Takes an employee off the company; tickets and history keep the name. */
export async function removeEmployee(work: Work, id: string): Promise<void> {
  await work.remove('employee').where('employeeId', '=', id).execute()
  touch(work, id, 'employee.delete')
}

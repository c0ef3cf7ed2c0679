// Employees in the database.

import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Employee } from '#domain/employees/employee.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import type { FirstNameOnly } from '#domain/tickets/names-for-customers.ts'
import { addAccount, endEmployeeAccount, lockAccount } from '#server/auth/accounts.ts'
import type { Row } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { formatPhone } from '#server/lib/phone-format.ts'
import { saveQualification } from './qualification-store.ts'
import { deleteWorkingTimes } from './working-times-store.ts'

const toEmployee = (row: Selectable<Row<'employee'>>): Employee => ({
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

/** All employees of the current company, by name. */
export async function listEmployees(work: UnitOfWork): Promise<Employee[]> {
  const rows = await work
    .from('employee')
    .selectAll()
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('employeeId')
    .execute()
  return rows.map(toEmployee)
}

const employeeById = statement((scope, { id }: { id: string }) =>
  scope.from('employee').selectAll().where('employeeId', '=', id),
)

/** An employee of the current company, or null. */
export async function findEmployee(work: UnitOfWork, id: string): Promise<Employee | null> {
  const row = await employeeById(work, { id }).executeTakeFirst()
  return row === undefined ? null : toEmployee(row)
}

/** An employee of the current company, or NOT_FOUND. */
export async function getEmployee(work: UnitOfWork, id: string): Promise<Employee> {
  const employee = await findEmployee(work, id)
  if (employee === null) throw notFound()
  return employee
}

/** The same, locked until the transaction ends, after waiting for their own commands and those that assign them. */
export async function lockEmployee(work: UnitOfWork, id: string): Promise<Employee> {
  lockAccount(work, id)
  await work.from('employee').select('employeeId').where('employeeId', '=', id).forUpdate().execute()
  return getEmployee(work, id)
}

type EmployeeKey = Pick<Employee, 'id' | 'firstName' | 'lastName'>

/** Logs a change of an employee: `change`, `deactivate`. */
export const recordEmployeeChange = (work: UnitOfWork, employee: EmployeeKey, verb: string): void => {
  const { id } = employee
  work.recordChange({
    kind: 'employee',
    id,
    verb: `employee.${verb}`,
    card: null,
    detail: { employee: fullName(employee) },
  })
}

const toColumns = ({ id: employeeId, roles, isActive: _, ...details }: Employee) => ({
  employeeId,
  ...details,
  ...roles,
})

/** Adds an employee to the current company. */
export function addEmployee(work: UnitOfWork, employee: Employee): void {
  work.insert('employee', { ...toColumns(employee), registeredAt: work.now, deactivatedAt: null })
  recordEmployeeChange(work, employee, 'register')
}

/**
 * Registers an employee with an account, and returns the id; without a password they need a reset first. Throws INVALID
 * for `email` if it is in use.
 */
export async function createEmployee(
  work: UnitOfWork,
  details: Omit<Employee, 'id' | 'isActive'>,
  passwordHash: string | null,
): Promise<string> {
  const id = randomUUID()
  await addAccount(work, { id, name: fullName(details), email: details.email, passwordHash })
  addEmployee(work, { id, ...details, phone: formatPhone(details.phone), isActive: true })
  return id
}

/** Saves the fields of the employee form. What was given to a service writer ends with the role. */
export function saveEmployee(work: UnitOfWork, employee: Employee): void {
  const { employeeId, ...columns } = toColumns(employee)
  const ended = employee.roles.isServiceWriter ? {} : { correctsBilling: false }
  work.save('employee', { employeeId }, { ...columns, ...ended })
  work.save('firstNameOnly', { employeeId }, { firstName: employee.firstName })
  recordEmployeeChange(work, employee, 'change')
}

/** Whether they chose that customers read their first name alone. */
export async function isFirstNameOnly(work: UnitOfWork, employeeId: string): Promise<boolean> {
  const row = await work
    .from('firstNameOnly')
    .select('employeeId')
    .where('employeeId', '=', employeeId)
    .executeTakeFirst()
  return row !== undefined
}

const allFirstNameOnly = statement(scope =>
  scope.from('firstNameOnly').select(['employeeId', 'firstName']).orderBy('employeeId'),
)

/** Everyone in the company who chose that. */
export const listFirstNameOnly = (work: UnitOfWork): Promise<FirstNameOnly[]> =>
  allFirstNameOnly(work).execute()

/** Saves what they chose. */
export function saveFirstNameOnly(work: UnitOfWork, employee: EmployeeKey, isChosen: boolean): void {
  const { id: employeeId, firstName } = employee
  if (isChosen) work.upsert('firstNameOnly', { employeeId, firstName }, { key: ['employeeId'] })
  else work.write(work.remove('firstNameOnly').where('employeeId', '=', employeeId))
  recordEmployeeChange(work, employee, isChosen ? 'show-first-name' : 'show-name')
}

/** Clears the email that its mailbox freed: the employee's account no longer has it. */
export const clearEmail = (work: UnitOfWork, { id: employeeId }: EmployeeKey): void =>
  work.save('employee', { employeeId }, { email: '' })

/** Reactivates or deactivates an employee. What was given to a service writer ends. */
export function setActive(work: UnitOfWork, employee: EmployeeKey, isActive: boolean): void {
  const deactivatedAt = isActive ? null : work.now
  work.save('employee', { employeeId: employee.id }, { deactivatedAt, correctsBilling: false })
  recordEmployeeChange(work, employee, isActive ? 'reactivate' : 'deactivate')
}

/** Deletes an employee with their account; tickets and history keep the name. */
export async function deleteEmployee(work: UnitOfWork, employee: EmployeeKey): Promise<void> {
  // The account first: its function finds it through the employee's row.
  await endEmployeeAccount(work, employee.id)
  await work.remove('employee').where('employeeId', '=', employee.id).execute()
  await deleteWorkingTimes(work, employee.id)
  saveQualification(work, employee.id, null)
  recordEmployeeChange(work, employee, 'delete')
}

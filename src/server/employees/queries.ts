// Reading employees: the owner sees all of them, a writer names and flags.

import { may } from '#domain/permission.ts'
import { query } from '#server/api.ts'
import { allow } from '#server/work.ts'
import { listEmployees } from './store.ts'

export const employeesOfCompany = query.employees.list.handler(async ({ context: { work } }) => {
  allow(work, 'employee.list-technicians')
  const seesDetails = may(work.actor, 'employee.see')
  return (await listEmployees(work)).map(({ id, firstName, lastName, roles, ...details }) => ({
    id,
    firstName,
    lastName,
    roles,
    details: seesDetails ? details : null,
  }))
})

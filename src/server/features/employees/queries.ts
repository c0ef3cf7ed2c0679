// Employee queries: the owner sees all of them, a service writer names and flags, everyone their own profile.

import { may } from '#domain/account/permission.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { getEmployee, listEmployees } from './store.ts'

export const listCompanyEmployees = query.employees.list.handler(async ({ context: { work } }) => {
  const seesDetails = may(work.actor, 'employee.see')
  return (await listEmployees(work)).map(({ id, firstName, lastName, roles, isActive, ...details }) => ({
    id,
    firstName,
    lastName,
    roles,
    isActive,
    details: seesDetails ? details : null,
  }))
})

export const getOwnProfile = query.employees.mine.handler(async ({ context: { work } }) => {
  const { companyName, companyPhone, email } = await getCompany(work)
  const employee = work.actor.kind === 'owner' ? null : await getEmployee(work, work.by.id)
  return { name: work.by.name, email: employee?.email ?? email, companyName, companyPhone, employee }
})

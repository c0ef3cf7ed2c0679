// Employee queries: the owner sees all of them, a service writer names and flags, everyone their own profile.

import { may } from '#domain/account/permission.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { getEmployee, isFirstNameOnly, listEmployees } from './store.ts'

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
  const profile = { name: work.by.name, companyName, companyPhone }
  if (work.actor.kind === 'owner') return { ...profile, email, employee: null }
  const employee = await getEmployee(work, work.by.id)
  const firstNameOnly = await isFirstNameOnly(work, employee.id)
  return { ...profile, email: employee.email, employee: { ...employee, firstNameOnly } }
})

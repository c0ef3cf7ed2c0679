// Employee queries: the owner sees all of them, a service writer names and flags, everyone their own profile.

import { may } from '#domain/account/permission.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { findQualification } from './qualification-store.ts'
import { getEmployee, isFirstNameOnly, listEmployees } from './store.ts'
import { listWorkingTimes } from './working-times-store.ts'

export const listCompanyEmployees = query.employees.list.handler(async ({ context: { work } }) => {
  const seesDetails = may(work.actor, 'employee.see')
  const [employees, timesOf] = await Promise.all([
    listEmployees(work),
    listWorkingTimes(work, dayOf(work.now, work.timeZone)),
  ])
  return employees.map(({ id, firstName, lastName, roles, isActive, ...details }) => ({
    id,
    firstName,
    lastName,
    roles,
    isActive,
    ...timesOf(id),
    details: seesDetails ? details : null,
  }))
})

export const getOwnProfile = query.employees.mine.handler(async ({ context: { work } }) => {
  const { companyName, companyPhone, email } = await getCompany(work)
  const profile = { name: work.by.name, companyName, companyPhone }
  if (work.actor.kind === 'owner') return { ...profile, email, employee: null }
  const employee = await getEmployee(work, work.by.id)
  const firstNameOnly = await isFirstNameOnly(work, employee.id)
  const qualification = await findQualification(work, employee.id)
  return { ...profile, email: employee.email, employee: { ...employee, firstNameOnly, qualification } }
})

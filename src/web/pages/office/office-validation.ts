// The validation of the office's forms. Load it with `load-office-validation.ts`.

import { companyChange } from '#contract/companies.ts'
import { employeeChange, newEmployee } from '#contract/employees.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

export const validateCompanyChange = validateWithContract<object>(companyChange)
export const validateEmployeeChange = validateWithContract<object>(employeeChange)
export const validateNewEmployee = validateWithContract<object>(newEmployee)

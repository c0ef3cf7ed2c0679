// The values of the employee form, and what is sent: only changes.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type * as z from 'zod'
import type { employeeChange } from '#contract/employees.ts'
import type { Contract } from '#contract/index.ts'
import { loadOfficeValidation } from './load-office-validation.ts'

export type Employee = InferContractRouterOutputs<Contract>['employees']['list'][number]
/** An employee with visible details. */
export type EmployeeWithDetails = Employee & { readonly details: NonNullable<Employee['details']> }

type EmployeeChangeInput = z.input<typeof employeeChange>
type Roles = NonNullable<EmployeeChangeInput['roles']>
type EmployeeFormValues = Required<Omit<EmployeeChangeInput, 'roles'>> & Roles

export const toFormValues = ({
  firstName,
  lastName,
  roles,
  details,
}: EmployeeWithDetails): EmployeeFormValues => ({
  firstName,
  lastName,
  ...details,
  ...roles,
})

const toEmployeeChange = ({
  isServiceWriter,
  isTechnician,
  ...typed
}: EmployeeFormValues): Required<EmployeeChangeInput> => ({
  ...typed,
  roles: { isServiceWriter, isTechnician },
})

/** The input that changes the employee to what was typed; empty without changes. */
export function changesOf(employee: EmployeeWithDetails, values: EmployeeFormValues): EmployeeChangeInput {
  const before: Record<string, unknown> = toEmployeeChange(toFormValues(employee))
  const changed = Object.entries(toEmployeeChange(values)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed)
}

/** Errors of the changes only: what is on file may be older than a rule. */
export const validateEmployee = async (employee: EmployeeWithDetails, typed: EmployeeFormValues) =>
  (await loadOfficeValidation()).validateEmployeeChange(changesOf(employee, typed))

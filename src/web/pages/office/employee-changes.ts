// What is typed to change an employee, and what of it is sent: only what is not as it was.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type * as z from 'zod'
import { employeeChange } from '#contract/employees.ts'
import type { Contract } from '#contract/index.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

export type Employee = InferContractRouterOutputs<Contract>['employees']['list'][number]
/** One whose details are told. */
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

/** What is sent to make the employee what was typed; empty when there is nothing to save. */
export function changesOf(employee: EmployeeWithDetails, values: EmployeeFormValues): EmployeeChangeInput {
  const before: Record<string, unknown> = toEmployeeChange(toFormValues(employee))
  const changed = Object.entries(toEmployeeChange(values)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed)
}

export const validateEmployeeChange = validateWithContract<EmployeeFormValues>(
  employeeChange,
  toEmployeeChange,
)

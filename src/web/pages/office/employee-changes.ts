// What is typed to change an employee, and what of it is sent: only what is not as it was.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type * as z from 'zod'
import { employeeChange } from '#contract/employees.ts'
import type { Contract } from '#contract/index.ts'
import { validateWith } from '#web/api/validate-with-contract.ts'

export type Employee = InferContractRouterOutputs<Contract>['employees']['list'][number]
/** One whose details are told. */
export type KnownEmployee = Employee & { readonly details: NonNullable<Employee['details']> }

type Sent = z.input<typeof employeeChange>
type Roles = NonNullable<Sent['roles']>
type Typed = Required<Omit<Sent, 'roles'>> & Roles

export const typedOf = ({ firstName, lastName, roles, details }: KnownEmployee): Typed => ({
  firstName,
  lastName,
  ...details,
  ...roles,
})

const whole = ({ isServiceWriter, isTechnician, ...typed }: Typed): Required<Sent> => ({
  ...typed,
  roles: { isServiceWriter, isTechnician },
})

/** What is sent to make the employee what was typed; empty when there is nothing to save. */
export function changesOf(employee: KnownEmployee, typed: Typed): Sent {
  const was: Record<string, unknown> = whole(typedOf(employee))
  const changed = Object.entries(whole(typed)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]),
  )
  return Object.fromEntries(changed)
}

export const changeFaults = validateWith<Typed>(employeeChange, whole)

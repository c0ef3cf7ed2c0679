// An employee of one company. Their account's id is their id; what they may do follows from the
// two flags (permission.ts). Somebody inactive keeps their name in every list and cannot sign in.

import { Refusal } from '#domain/refusals/refusal.ts'
import { fullName } from '#domain/tickets/assignment.ts'

export type Employee = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly licenseNumber: string
  readonly isInsured: boolean
  readonly roles: { readonly isServiceWriter: boolean; readonly isTechnician: boolean }
  readonly isActive: boolean
}

/** Whatever is done for somebody who comes to work waits until they do again. Throws a Refusal. */
export function assertEmployeeActive(employee: Pick<Employee, 'firstName' | 'lastName' | 'isActive'>): void {
  if (!employee.isActive) throw new Refusal([{ code: 'employee.inactive', name: fullName(employee) }])
}

// An employee of one company. Their id is their account's id; permissions follow from the two flags (permission.ts).
// An inactive one keeps their name in lists and cannot log in.

import { Refusal } from '#domain/refusals/refusal.ts'
import { fullName } from '#domain/tickets/assignment.ts'

export type Employee = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  /** Of their account; empty once its mailbox freed it, until the owner enters one. */
  readonly email: string
  readonly phone: string
  readonly licenseNumber: string
  readonly isInsured: boolean
  readonly roles: { readonly isServiceWriter: boolean; readonly isTechnician: boolean }
  readonly isActive: boolean
}

/** Throws a Refusal if the employee is inactive. */
export function assertEmployeeActive(employee: Pick<Employee, 'firstName' | 'lastName' | 'isActive'>): void {
  if (!employee.isActive) throw new Refusal([{ code: 'employee.inactive', name: fullName(employee) }])
}

/** Throws a Refusal if the employee is no technician. */
export function assertTechnician(employee: Pick<Employee, 'firstName' | 'lastName' | 'roles'>): void {
  if (!employee.roles.isTechnician)
    throw new Refusal([{ code: 'employee.no-technician', name: fullName(employee) }])
}

/** Throws a Refusal if the employee has no email. */
export function assertHasEmail(employee: Pick<Employee, 'firstName' | 'lastName' | 'email'>): void {
  if (employee.email === '') throw new Refusal([{ code: 'employee.no-email', name: fullName(employee) }])
}

// The values of the registration form for employees, and what is sent.

import type { FormErrors } from '@mantine/form'
import type * as z from 'zod'
import { newEmployee } from '#contract/employees.ts'
import { passwordError } from '#domain/lib/password.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

type NewEmployeeInput = z.input<typeof newEmployee>

/** The role is optional; without one both flags are false. */
export type NewEmployeeValues = Omit<NewEmployeeInput, 'roles' | 'isInsured'> & {
  isInsured: boolean
  role: '' | 'writer' | 'technician'
}

export const EMPTY_EMPLOYEE: NewEmployeeValues = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  phone: '',
  licenseNumber: '',
  isInsured: false,
  role: '',
}

export const toNewEmployee = ({ role, ...details }: NewEmployeeValues): NewEmployeeInput => ({
  ...details,
  roles: { isServiceWriter: role === 'writer', isTechnician: role === 'technician' },
})

const validateContract = validateWithContract<NewEmployeeValues>(newEmployee, toNewEmployee)

/** Checks of the contract and of the password; only the server knows common passwords. */
export function validateNewEmployee(typed: NewEmployeeValues): FormErrors {
  const { email, password } = typed
  const error = password === '' ? 'Required.' : passwordError(password, email, () => false)
  return { ...validateContract(typed), ...(error === null ? {} : { password: error }) }
}

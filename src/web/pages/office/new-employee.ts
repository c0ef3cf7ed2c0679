// The values of the registration form for employees, and what is sent.

import type { FormErrors } from '@mantine/form'
import type * as z from 'zod'
import type { newEmployee } from '#contract/employees.ts'
import { passwordError } from '#domain/lib/password.ts'
import { loadOfficeValidation } from './load-office-validation.ts'

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

/** Checks of the contract and of the password; only the server knows common passwords. */
export async function validateEmployeeForm(typed: NewEmployeeValues): Promise<FormErrors> {
  const { validateNewEmployee } = await loadOfficeValidation()
  const { email, password } = typed
  const error = password === '' ? 'Required.' : passwordError(password, email, () => false)
  return { ...validateNewEmployee(toNewEmployee(typed)), ...(error === null ? {} : { password: error }) }
}

// What is typed to register an employee, and what of it is sent.

import type { FormErrors } from '@mantine/form'
import type * as z from 'zod'
import { newEmployee } from '#contract/employees.ts'
import { passwordError } from '#domain/lib/password.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

type NewEmployeeInput = z.input<typeof newEmployee>

/** The role need not be chosen; without one both flags are false. */
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

/** The contract's checks and the password's; which passwords are too common only the server knows. */
export function validateNewEmployee(typed: NewEmployeeValues): FormErrors {
  const { email, password } = typed
  const error = password === '' ? 'Required.' : passwordError(password, email, () => false)
  return { ...validateContract(typed), ...(error === null ? {} : { password: error }) }
}

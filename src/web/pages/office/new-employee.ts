// What is typed to register an employee, and what of it is sent.

import type { FormErrors } from '@mantine/form'
import type * as z from 'zod'
import { newEmployee } from '#contract/employees.ts'
import { passwordFault } from '#domain/lib/password.ts'
import { validateWith } from '#web/api/validate-with-contract.ts'

type Sent = z.input<typeof newEmployee>

/** The role need not be chosen; without one both flags are false. */
export type Typed = Omit<Sent, 'roles' | 'isInsured'> & {
  isInsured: boolean
  role: '' | 'writer' | 'technician'
}

export const EMPTY: Typed = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  phone: '',
  licenseNumber: '',
  isInsured: false,
  role: '',
}

export const toSend = ({ role, ...details }: Typed): Sent => ({
  ...details,
  roles: { isServiceWriter: role === 'writer', isTechnician: role === 'technician' },
})

const contractFaults = validateWith<Typed>(newEmployee, toSend)

/** The contract's checks and the password's; which passwords are too common only the server knows. */
export function employeeFaults(typed: Typed): FormErrors {
  const { email, password } = typed
  const fault = password === '' ? 'Fill this in.' : passwordFault(password, email, () => false)
  return { ...contractFaults(typed), ...(fault === null ? {} : { password: fault }) }
}

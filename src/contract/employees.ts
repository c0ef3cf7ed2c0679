// Employees of the signed-in company. An owner sees all of them; a writer only names and flags.

import * as z from 'zod'
import { base, done, email, filled, newPassword, phone, uuid } from './base.ts'

const roles = z.object({ isServiceWriter: z.boolean(), isTechnician: z.boolean() })

export const newEmployee = z.object({
  firstName: filled(80),
  lastName: filled(80),
  email,
  password: newPassword,
  phone,
  licenseNumber: filled(60),
  isInsured: z.boolean().default(false),
  roles: roles.default({ isServiceWriter: false, isTechnician: false }),
})

export const employee = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  roles,
  /** Only the owner is told the rest. */
  details: z
    .object({ email: z.string(), phone: z.string(), licenseNumber: z.string(), isInsured: z.boolean() })
    .nullable(),
})

const tags = ['Employees']

export const employees = {
  list: base
    .route({ method: 'GET', path: '/employees', summary: 'List the employees', tags })
    .output(z.array(employee)),
  register: base
    .route({ method: 'POST', path: '/employees', successStatus: 201, summary: 'Register an employee', tags })
    .input(newEmployee)
    .output(z.object({ id: uuid })),
  delete: base
    .route({ method: 'DELETE', path: '/employees/{id}', summary: 'Delete an employee', tags })
    .input(z.object({ id: uuid }))
    .output(done),
}

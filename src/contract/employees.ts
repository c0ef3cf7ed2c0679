// Employees of the signed-in company. An owner sees all of them; a writer only names and flags.
// Everybody sees their own profile.

import * as z from 'zod'
import { base, done, email, newPassword, phone, requiredText, uuid } from './schema.ts'

const roles = z.object({ isServiceWriter: z.boolean(), isTechnician: z.boolean() })

const employeeFields = {
  firstName: requiredText(80),
  lastName: requiredText(80),
  email,
  phone,
  licenseNumber: requiredText(60),
}

export const newEmployee = z.object({
  ...employeeFields,
  password: newPassword,
  isInsured: z.boolean().default(false),
  roles: roles.default({ isServiceWriter: false, isTechnician: false }),
})

/** All of the form but the password; what is left out stays as it is. */
export const employeeChange = z.object({ ...employeeFields, isInsured: z.boolean(), roles }).partial()

/** What only the owner and the person themself are told. */
const privateDetails = z.object({
  email: z.string(),
  phone: z.string(),
  licenseNumber: z.string(),
  isInsured: z.boolean(),
})

const employee = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  roles,
  /** Somebody inactive cannot sign in and is not put on tickets. */
  isActive: z.boolean(),
  /** Only the owner is told the rest. */
  details: privateDetails.nullable(),
})

/** Whoever is signed in, as they may see themself. */
const profile = z.object({
  name: z.string(),
  email: z.string(),
  companyName: z.string(),
  companyPhone: z.string(),
  /** Null for the owner, who is no employee. */
  employee: privateDetails.omit({ email: true }).extend({ roles }).nullable(),
})

const tags = ['Employees']
const byId = z.object({ id: uuid })

export const employees = {
  list: base
    .route({ method: 'GET', path: '/employees', summary: 'List the employees', tags })
    .output(z.array(employee)),
  register: base
    .route({ method: 'POST', path: '/employees', successStatus: 201, summary: 'Register an employee', tags })
    .input(newEmployee)
    .output(z.object({ id: uuid })),
  change: base
    .route({ method: 'PATCH', path: '/employees/{id}', summary: 'Update an employee', tags })
    .input(byId.extend(employeeChange.shape))
    .output(done),
  deactivate: base
    .route({
      method: 'POST',
      path: '/employees/{id}/deactivate',
      summary: 'Deactivate an employee: they are logged out, and their name is kept',
      tags,
    })
    .input(byId)
    .output(done),
  reactivate: base
    .route({
      method: 'POST',
      path: '/employees/{id}/reactivate',
      summary: 'Reactivate an employee',
      tags,
    })
    .input(byId)
    .output(done),
  sendReset: base
    .route({
      method: 'POST',
      path: '/employees/{id}/send-password-reset',
      summary: 'Send an employee a password reset link',
      tags,
    })
    .input(byId)
    .output(done),
  delete: base
    .route({ method: 'DELETE', path: '/employees/{id}', summary: 'Delete an employee', tags })
    .input(byId)
    .output(done),
  mine: base
    .route({ method: 'GET', path: '/profile', summary: 'Get your own profile', tags })
    .output(profile),
}

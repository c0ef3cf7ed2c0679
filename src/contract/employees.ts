// Employees of the current company. An owner sees all of them; a service writer only names and flags. Everyone sees
// their own profile.

import * as z from 'zod'
import {
  certificatesProblem,
  FIRST_YEAR,
  MAX_CERTIFICATE_LENGTH,
  MAX_CERTIFICATES,
} from '#domain/employees/qualification.ts'
import { newWeekdayHours, weekdayHours, weekdayInPath } from './companies.ts'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import {
  daysOff,
  done,
  email,
  emailOutcome,
  newPassword,
  phone,
  qualificationOut,
  requiredLine,
  requiredName,
  text,
  uuid,
} from './shared-schemas.ts'

const ENTER_YEAR = 'Enter a year, such as 2014.'

const roles = z.object({ isServiceWriter: z.boolean(), isTechnician: z.boolean() })

export const employeeFields = {
  firstName: requiredName(80),
  lastName: requiredName(80),
  email,
  phone,
  licenseNumber: requiredLine(60),
}

export const newEmployee = z.object({
  ...employeeFields,
  password: newPassword,
  isInsured: z.boolean().default(false),
  roles: roles.default({ isServiceWriter: false, isTechnician: false }),
})

/** The whole form but the password; omitted fields stay. */
export const employeeChange = z.object({ ...employeeFields, isInsured: z.boolean(), roles }).partial()

/** Visible to the owner and the employee. */
const privateDetails = z.object({
  email: z.string(),
  phone: z.string(),
  licenseNumber: z.string(),
  isInsured: z.boolean(),
})

/** When they work, where it differs from the company's hours. */
export const workingTimes = {
  workingHours: z.array(weekdayHours).readonly(),
  /** What is not over, by date. */
  timeOff: z.array(daysOff.extend({ timeOffId: uuid })).readonly(),
}

const employee = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  roles,
  /** An inactive employee cannot log in or be assigned. */
  isActive: z.boolean(),
  ...workingTimes,
  /** Visible to the owner only. */
  details: privateDetails.nullable(),
})

const certificates = text(MAX_CERTIFICATES * (MAX_CERTIFICATE_LENGTH + 10)).superRefine(
  (value, { addIssue }) => {
    const message = certificatesProblem(value)
    if (message !== null) addIssue({ code: 'custom', message })
  },
)

/** What one's name rests on for customers. */
export const newQualification = z.object({
  /** Since when they have worked on RVs; null if they do not say. */
  sinceYear: z
    .number({ error: ENTER_YEAR })
    .int({ error: ENTER_YEAR })
    .min(FIRST_YEAR, { error: ENTER_YEAR })
    .max(2999, { error: ENTER_YEAR })
    .nullable(),
  /** With their numbers, one in a line; may be empty. */
  certificates,
})

/** The current user's own profile. */
const profile = z.object({
  name: z.string(),
  email: z.string(),
  companyName: z.string(),
  companyPhone: z.string(),
  /** Null for the owner, who is not an employee. */
  employee: privateDetails
    .omit({ email: true })
    .extend({
      roles,
      firstName: z.string(),
      /** Whether customers read only that. */
      firstNameOnly: z.boolean(),
      /** Null if they entered none. */
      qualification: qualificationOut.nullable(),
    })
    .nullable(),
})

const procedure = proceduresTagged('Employees')
const byId = z.object({ id: uuid })

export const employees = {
  list: procedure({ permission: 'employee.list-technicians', rateLimit: 'none' })
    .route({ method: 'GET', path: '/employees', summary: 'List the employees' })
    .output(z.array(employee)),
  register: procedure({
    permission: 'employee.register',
    rateLimit: rateLimit(
      'server',
      limit('company', 100, HOUR, 'A large shop on its first day; each costs a slow hash.'),
    ),
  })
    .route({ method: 'POST', path: '/employees', successStatus: 201, summary: 'Register an employee' })
    .input(newEmployee)
    .output(z.object({ id: uuid })),
  change: procedure({
    permission: 'employee.change',
    rateLimit: rateLimit(
      'server',
      limit(
        'company',
        200,
        HOUR,
        'Each new address gets an email, and the answer shows whether it is in use.',
      ),
    ),
  })
    .route({ method: 'PATCH', path: '/employees/{id}', summary: 'Update an employee' })
    .input(byId.extend(employeeChange.shape))
    .output(done),
  deactivate: procedure({ permission: 'employee.change', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/employees/{id}/deactivate',
      summary: 'Deactivate an employee: they are logged out, and their name is kept',
    })
    .input(byId)
    .output(done),
  reactivate: procedure({ permission: 'employee.change', rateLimit: 'none' })
    .route({ method: 'POST', path: '/employees/{id}/reactivate', summary: 'Reactivate an employee' })
    .input(byId)
    .output(done),
  sendReset: procedure({
    permission: 'employee.change',
    rateLimit: rateLimit('server', limit('company', 60, HOUR, 'Each sends an email.')),
  })
    .route({
      method: 'POST',
      path: '/employees/{id}/send-password-reset',
      summary: 'Send an employee a password reset link',
    })
    .input(byId)
    .output(done.extend({ email: emailOutcome })),
  delete: procedure({ permission: 'employee.delete', rateLimit: 'none' })
    .route({ method: 'DELETE', path: '/employees/{id}', summary: 'Delete an employee' })
    .input(byId)
    .output(done),
  changeWorkingHours: procedure({ permission: 'employee.change', rateLimit: 'none' })
    .route({
      method: 'PUT',
      path: '/employees/{id}/working-hours',
      summary: 'Set the hours of a technician on some weekdays, or none',
    })
    .input(newWeekdayHours('technician').safeExtend(byId.shape))
    .output(done),
  resetWorkingHours: procedure({ permission: 'employee.change', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/employees/{id}/working-hours/{weekday}',
      summary: 'Give a technician the company’s hours again on a weekday',
    })
    .input(byId.extend({ weekday: weekdayInPath }))
    .output(done),
  addTimeOff: procedure({ permission: 'employee.change', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/employees/{id}/time-off',
      summary: 'Note on which days a technician is off',
    })
    .input(byId.extend(daysOff.shape))
    .output(
      z.object({
        timeOffId: uuid,
        /** How many tickets are planned for them on these days. */
        planCount: z.number().int(),
      }),
    ),
  removeTimeOff: procedure({ permission: 'employee.change', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/employees/{id}/time-off/{timeOffId}',
      summary: 'Remove a technician’s time off',
    })
    .input(byId.extend({ timeOffId: uuid }))
    .output(done),
  mine: procedure({ permission: 'profile.see', rateLimit: 'none' })
    .route({ method: 'GET', path: '/profile', summary: 'Get your own profile' })
    .output(profile),
  setFirstNameOnly: procedure({ permission: 'profile.change', rateLimit: 'none' })
    .route({
      method: 'PUT',
      path: '/profile/first-name-only',
      summary: 'Choose whether customers read your first name alone, also on past work',
    })
    .input(z.object({ firstNameOnly: z.boolean() }))
    .output(done),
  setQualification: procedure({ permission: 'profile.change', rateLimit: 'none' })
    .route({
      method: 'PUT',
      path: '/profile/qualification',
      summary: 'Enter since when you have worked on RVs and your certificates, for customers',
    })
    .input(newQualification)
    .output(done),
}

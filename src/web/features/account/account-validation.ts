// The validation of Login's and the profile's forms. It imports zod, so it is loaded only when something is typed.

import * as z from 'zod'
import { newQualification } from '#contract/employees.ts'
import { ownerChange } from '#contract/rv-owners.ts'
import { currentPassword, email } from '#contract/shared-schemas.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

export const validateCurrentPassword = validateWithContract<object>(currentPassword)
export const validateQualification = validateWithContract<object>(newQualification)
export const validateOwnerChange = validateWithContract<object>(ownerChange)
export const validateCredentials = validateWithContract<object>(
  z.object({ email, password: z.string().min(1, { error: 'Required.' }) }),
)

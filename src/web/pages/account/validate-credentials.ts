// The login form's validation. It imports zod, so this file is loaded only when a field gets focus.

import * as z from 'zod'
import { email } from '#contract/shared-schemas.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

export type Credentials = { email: string; password: string }

export const validateCredentials = validateWithContract<Credentials>(
  z.object({ email, password: z.string().min(1, { error: 'Required.' }) }),
)

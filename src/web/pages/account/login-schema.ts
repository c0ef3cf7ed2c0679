// What Login refuses without asking anybody. It brings zod along, so it is a file of its own that comes when somebody
// begins to type.

import * as z from 'zod'
import { email } from '#contract/schema.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

export type Credentials = { email: string; password: string }

export const validateCredentials = validateWithContract<Credentials>(
  z.object({ email, password: z.string().min(1, { error: 'Fill this in.' }) }),
)

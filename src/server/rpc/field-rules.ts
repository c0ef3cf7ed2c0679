// Rules of the domain that a schema cannot have, for input that its schema refuses: so that one answer names all errors.
// Input that it accepts is checked by the command itself.

import * as z from 'zod'
import type { ProcedureName } from '#contract/index.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { verificationPeriodErrors } from '#domain/platform-admin/verification-period.ts'
import { modelYearError } from '#domain/rigs/model-year.ts'
import { passwordProblem } from '#server/auth/password-hashing.ts'

type FieldErrors = Readonly<Record<string, string>>
type FieldRule = (input: unknown, now: Date) => FieldErrors | Promise<FieldErrors>

const account = z.object({ email: z.string().catch(''), password: z.string() })

async function newPasswordErrors(input: unknown): Promise<FieldErrors> {
  const { success, data } = account.safeParse(input)
  const error = success ? await passwordProblem(data.password, data.email) : null
  return error === null ? {} : { password: error }
}

const ofRig = z.object({ customerRV: z.object({ year: z.string() }) })

/** For the year of `customerRV` in any input. */
function modelYearErrors(input: unknown, now: Date): FieldErrors {
  const { success, data } = ofRig.safeParse(input)
  const error = success ? modelYearError(data.customerRV.year, now) : null
  return error === null ? {} : { 'customerRV.year': error }
}

const period = z.object({ from: z.iso.date(), until: z.iso.date() })
/** Where each day begins first: what is in the future there is so everywhere. */
const EARLIEST_ZONE = 'Pacific/Kiritimati'

function periodErrors(input: unknown, now: Date): FieldErrors {
  const { success, data } = period.safeParse(input)
  return success ? verificationPeriodErrors(data, dayOf(now, EARLIEST_ZONE)) : {}
}

export const FIELD_RULES: Partial<Readonly<Record<ProcedureName, FieldRule>>> = {
  'companies.register': newPasswordErrors,
  'employees.register': newPasswordErrors,
  'rvOwners.confirmSignup': newPasswordErrors,
  'platformAdmin.verify': periodErrors,
  'tickets.create': modelYearErrors,
  'tickets.changeDetails': modelYearErrors,
}

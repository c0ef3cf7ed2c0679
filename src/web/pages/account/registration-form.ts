// The values of the registration form and what is sent.

import type { FormErrors } from '@mantine/form'
import { registration } from '#contract/companies.ts'
import { passwordError } from '#domain/lib/password.ts'
import { typedCents } from '#domain/lib/typed-money.ts'
import { browserTimeZone } from '#web/api/use-browser-time-zone.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'
import {
  EMPTY_COMPANY_PROFILE,
  parseNumberInput,
  toPair,
} from '#web/features/companies/company-profile-fields.tsx'

export const EMPTY_REGISTRATION = {
  companyName: '',
  email: '',
  password: '',
  companyPhone: '',
  ...EMPTY_COMPANY_PROFILE,
}

type RegistrationValues = typeof EMPTY_REGISTRATION

export function toRegistration({
  companyAddress,
  coordinates,
  laborRate,
  mobileRange,
  ...typed
}: RegistrationValues) {
  const { daysOfOperation, hoursOfOperation, ...required } = typed
  const [rate, range, address] = [
    parseNumberInput(laborRate),
    parseNumberInput(mobileRange),
    companyAddress.trim(),
  ]
  return {
    ...required,
    ...(address === '' ? {} : { companyAddress: address }),
    ...(address === '' || coordinates === null ? {} : { coordinates }),
    ...(rate === undefined ? {} : { laborRate: typedCents(rate) }),
    ...(range === undefined ? {} : { mobileRange: range }),
    daysOfOperation: toPair(daysOfOperation),
    hoursOfOperation: toPair(hoursOfOperation),
    timeZone: browserTimeZone(),
  }
}

/**
 * The token of the link that freed the email for this registration, which its page puts into the anchor; undefined for
 * other anchors.
 */
export const emailTokenOf = ({ hash }: { readonly hash: string }): string | undefined =>
  /^#([\w-]{32})$/.exec(hash)?.[1]

const validateContract = validateWithContract(registration, toRegistration)

/** The contract's checks and the password's. Only the server knows which passwords are too common. */
export function validateRegistration(typed: RegistrationValues): FormErrors {
  const { email, password } = typed
  const error = password === '' ? 'Required.' : passwordError(password, email, () => false)
  return { ...validateContract(typed), ...(error === null ? {} : { password: error }) }
}

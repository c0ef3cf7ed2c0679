// What the page of registration asks, and what of it is sent.

import type { FormErrors } from '@mantine/form'
import { registration } from '#contract/companies.ts'
import { passwordFault } from '#domain/lib/password.ts'
import { validateWith } from '#web/api/validate-with-contract.ts'
import { EMPTY_SHOP, numberOf, pairOf } from '#web/features/companies/company-profile-fields.tsx'

export const EMPTY = {
  companyName: '',
  email: '',
  password: '',
  companyPhone: '',
  ...EMPTY_SHOP,
}

export type Typed = typeof EMPTY

export function toRegistration({ companyAddress, coordinates, laborRate, mobileRange, ...typed }: Typed) {
  const { daysOfOperation, hoursOfOperation, ...required } = typed
  const [rate, range, address] = [numberOf(laborRate), numberOf(mobileRange), companyAddress.trim()]
  return {
    ...required,
    ...(address === '' ? {} : { companyAddress: address }),
    ...(address === '' || coordinates === null ? {} : { coordinates }),
    ...(rate === undefined ? {} : { laborRate: rate }),
    ...(range === undefined ? {} : { mobileRange: range }),
    daysOfOperation: pairOf(daysOfOperation),
    hoursOfOperation: pairOf(hoursOfOperation),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

const contractFaults = validateWith(registration, toRegistration)

/** The contract's checks and the password's; which passwords are too common only the server knows. */
export function registrationFaults(typed: Typed): FormErrors {
  const { email, password } = typed
  const fault = password === '' ? 'Fill this in.' : passwordFault(password, email, () => false)
  return { ...contractFaults(typed), ...(fault === null ? {} : { password: fault }) }
}

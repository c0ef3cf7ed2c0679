// What the page of registration asks, and what of it is sent.

import type { FormErrors } from '@mantine/form'
import { registration } from '#contract/companies.ts'
import { type Span, STARTING_SETTINGS } from '#domain/company.ts'
import type { Coordinates } from '#domain/customer.ts'
import { passwordFault } from '#domain/password.ts'
import { validateWith } from '#web/parts/contract-validate.ts'

export const EMPTY = {
  companyName: '',
  email: '',
  password: '',
  companyPhone: '',
  companyAddress: '',
  /** Of the address as it stands, where a suggestion brought them; null once it is typed on. */
  coordinates: null as Coordinates | null,
  /** Dollars an hour; an emptied number field holds ''. */
  laborRate: '' as number | string,
  /** Miles. */
  mobileRange: '' as number | string,
  daysOfOperation: STARTING_SETTINGS.daysOfOperation,
  hoursOfOperation: STARTING_SETTINGS.hoursOfOperation,
}

export type Typed = typeof EMPTY

const numberOf = (typed: number | string): number | undefined => (typed === '' ? undefined : Number(typed))

const pairOf = ([from, to]: Span): [number, number] => [from, to]

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

// What is typed to change a company, and what of it is sent: only what is not as it was.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type * as z from 'zod'
import { companyChange } from '#contract/companies.ts'
import type { Contract } from '#contract/index.ts'
import { validateWith } from '#web/api/validate-with-contract.ts'
import { numberOf, pairOf, type ShopTyped } from '#web/features/companies/company-profile-fields.tsx'

export type OwnCompany = InferContractRouterOutputs<Contract>['companies']['mine']
export type Details = NonNullable<OwnCompany['details']>
type Sent = z.input<typeof companyChange>

export type Typed = ShopTyped & { companyName: string; companyPhone: string; mobileBusiness: boolean }

/** The company as the form begins with it. */
export const typedOf = (
  { companyName, companyPhone, companyAddress }: OwnCompany,
  details: Details,
): Typed => ({
  companyName,
  companyPhone,
  companyAddress: companyAddress ?? '',
  coordinates: details.coordinates,
  laborRate: details.laborRate ?? '',
  mobileRange: details.mobileRange ?? '',
  mobileBusiness: details.companySettings.mobileBusiness,
  daysOfOperation: details.companySettings.daysOfOperation,
  hoursOfOperation: details.companySettings.hoursOfOperation,
})

const whole = (typed: Typed) =>
  ({
    companyName: typed.companyName.trim(),
    companyPhone: typed.companyPhone.trim(),
    companyAddress: typed.companyAddress.trim() || null,
    coordinates: typed.coordinates,
    laborRate: numberOf(typed.laborRate) ?? null,
    mobileRange: numberOf(typed.mobileRange) ?? null,
    mobileBusiness: typed.mobileBusiness,
    daysOfOperation: pairOf(typed.daysOfOperation),
    hoursOfOperation: pairOf(typed.hoursOfOperation),
  }) satisfies Sent

/** What is sent to make `before` into `typed`; empty when there is nothing to save. */
export function changesOf(before: Typed, typed: Typed): Sent {
  const was = whole(before) as Record<string, unknown>
  const changed = Object.entries(whole(typed)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]),
  )
  const changes: Sent = Object.fromEntries(changed)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return changes.coordinates ? { ...changes, timeZone } : changes
}

export const companyFaults = validateWith<Typed>(companyChange, whole)

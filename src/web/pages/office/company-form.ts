// The values of the company form, and what is sent: only changes.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type * as z from 'zod'
import type { companyChange } from '#contract/companies.ts'
import type { Contract } from '#contract/index.ts'
import { typedCents, typedDollars } from '#domain/lib/typed-money.ts'
import {
  type CompanyProfileValues,
  parseNumberInput,
  toPair,
} from '#web/features/companies/company-profile-fields.tsx'
import { loadOfficeValidation } from './load-office-validation.ts'

export type MyCompany = InferContractRouterOutputs<Contract>['companies']['mine']
export type Details = NonNullable<MyCompany['details']>
type CompanyChangeInput = z.input<typeof companyChange>

export type CompanyFormValues = CompanyProfileValues & {
  companyName: string
  companyPhone: string
  mobileBusiness: boolean
  /** Whole percent; an empty number field has ''. */
  approvalTolerance: number | string
}

/** The form's initial values. */
export const toFormValues = (
  { companyName, companyPhone, companyAddress }: MyCompany,
  details: Details,
): CompanyFormValues => ({
  companyName,
  companyPhone,
  companyAddress: companyAddress ?? '',
  coordinates: details.coordinates,
  laborRate: typedDollars(details.laborRate),
  mobileRange: details.mobileRange ?? '',
  mobileBusiness: details.companySettings.mobileBusiness,
  approvalTolerance: details.approvalTolerance,
  daysOfOperation: details.companySettings.daysOfOperation,
  hoursOfOperation: details.companySettings.hoursOfOperation,
})

const toCompanyChange = (typed: CompanyFormValues) =>
  ({
    companyName: typed.companyName.trim(),
    companyPhone: typed.companyPhone.trim(),
    companyAddress: typed.companyAddress.trim() || null,
    coordinates: typed.coordinates,
    laborRate: typedCents(parseNumberInput(typed.laborRate)) ?? null,
    mobileRange: parseNumberInput(typed.mobileRange) ?? null,
    mobileBusiness: typed.mobileBusiness,
    approvalTolerance: parseNumberInput(typed.approvalTolerance) ?? Number.NaN,
    daysOfOperation: toPair(typed.daysOfOperation),
    hoursOfOperation: toPair(typed.hoursOfOperation),
  }) satisfies CompanyChangeInput

/** The input that changes `before` to `typed`; empty without changes. */
export function changesOf(before: CompanyFormValues, values: CompanyFormValues): CompanyChangeInput {
  const unchanged = toCompanyChange(before) as Record<string, unknown>
  const changed = Object.entries(toCompanyChange(values)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(unchanged[name]),
  )
  const changes: CompanyChangeInput = Object.fromEntries(changed)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return changes.coordinates ? { ...changes, timeZone } : changes
}

/** Errors of the changes only: what is on file may be older than a rule. */
export const validateCompany = async (before: CompanyFormValues, typed: CompanyFormValues) =>
  (await loadOfficeValidation()).validateCompanyChange(changesOf(before, typed))

import type { FormErrors } from '@mantine/form'
import { modelYearError } from '#domain/rigs/model-year.ts'

/** The error of a typed year, for forms with an RV; the contract has no clock. */
export function yearErrorsOf({ year = '' }: { readonly year?: string | undefined }): FormErrors {
  const error = modelYearError(year.trim(), new Date())
  return error === null ? {} : { 'customerRV.year': error }
}

// The validation of the forms about a company's money. It is loaded when a form is sent.

import { newBookkeepingExport } from '#contract/billing/bookkeeping.ts'
import { newDayClose } from '#contract/billing/reports.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

export const validateDayClose = validateWithContract<object>(newDayClose)
export const validateBookkeepingExport = validateWithContract<object>(newBookkeepingExport)

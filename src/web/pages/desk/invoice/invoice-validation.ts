// The validation of the forms about a ticket's money. Load it with `use-money-command.ts`.

import {
  newCardRefund,
  newCreditNote,
  newDeposit,
  newInvoice,
  newPayment,
  newRefund,
  newVoid,
  pickupDay,
} from '#contract/billing/ticket-billing.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

export const validateInvoice = validateWithContract<object>(newInvoice)
export const validatePayment = validateWithContract<object>(newPayment)
export const validateDeposit = validateWithContract<object>(newDeposit)
export const validateRefund = validateWithContract<object>(newRefund)
export const validateVoid = validateWithContract<object>(newVoid)
export const validateCardRefund = validateWithContract<object>(newCardRefund)
export const validatePickupDay = validateWithContract<object>(pickupDay)
export const validateCreditNote = validateWithContract<object>(newCreditNote)

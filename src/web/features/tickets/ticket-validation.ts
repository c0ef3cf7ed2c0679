// The validation of the forms on a ticket's pages. Load it with `load-ticket-validation.ts`.

import * as z from 'zod'
import { approvalRequest, phoneAnswerer } from '#contract/approvals.ts'
import { newAppointment } from '#contract/bookings.ts'
import { newJob } from '#contract/job.ts'
import { newHold } from '#contract/on-hold.ts'
import { newPart, typedSublet } from '#contract/part.ts'
import { newPromisedDay } from '#contract/promised-days/promised-days.ts'
import { undoneReceipt } from '#contract/purchase-orders/order-corrections.ts'
import { returnedCore, typedLineDetails, typedOrderDetails } from '#contract/purchase-orders/order-details.ts'
import { newOrderLine, receivedPart } from '#contract/purchase-orders/purchase-orders.ts'
import { newVendorReturn, vendorCredit } from '#contract/purchase-orders/vendor-returns.ts'
import { estimatedTime } from '#contract/shared-schemas.ts'
import { newAddendum, newClosing, newTicket, rigVisit, typedCheckIn } from '#contract/tickets.ts'
import { typedWalkaround } from '#contract/walkarounds/walkarounds.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

export const validateNewPart = validateWithContract<object>(newPart)
export const validateSublet = validateWithContract<object>(newPart.extend({ sublet: typedSublet }))
export const validateOrderLine = validateWithContract<object>(newOrderLine)
export const validateReceivedPart = validateWithContract<object>(receivedPart)
export const validateUndoneReceipt = validateWithContract<object>(undoneReceipt)
export const validateOrderDetails = validateWithContract<object>(typedOrderDetails)
export const validateLineDetails = validateWithContract<object>(typedLineDetails)
export const validateReturnedCore = validateWithContract<object>(returnedCore)
export const validateVendorReturn = validateWithContract<object>(newVendorReturn)
export const validateVendorCredit = validateWithContract<object>(vendorCredit)
export const validateNewJob = validateWithContract<object>(newJob)
export const validateAppointment = validateWithContract<object>(newAppointment)
export const validateAddendum = validateWithContract<object>(newAddendum)
export const validateClosing = validateWithContract<object>(newClosing)
export const validateCheckIn = validateWithContract<object>(typedCheckIn)
export const validateRigVisit = validateWithContract<object>(rigVisit)
export const validateWalkaround = validateWithContract<object>(typedWalkaround)
export const validateHold = validateWithContract<object>(newHold)
export const validatePromisedDay = validateWithContract<object>(newPromisedDay)
export const validateApprovalRequest = validateWithContract<object>(approvalRequest)
export const validatePhoneAnswerer = validateWithContract<object>(phoneAnswerer)

const errorOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message

/** The error of a part's price, if any. */
export const priceError = (price: unknown) => errorOf(newPart.shape.perPartAmount.unwrap(), price)

/** The error of a suggested time in hours, if any. */
export const suggestedTimeError = (hours: unknown) => errorOf(estimatedTime, hours)

const ticketWithNextJob = z.object({ ...newTicket.shape, nextJob: newJob.optional() })

const { customerRV } = newTicket.shape
const requiredText = (schema: z.ZodDefault<z.ZodString>) => schema.unwrap().min(1, { error: 'Required.' })

/** A rig that was not picked needs all details. */
const ticketWithRigDetails = ticketWithNextJob.extend({
  customerRV: customerRV.extend({
    make: requiredText(customerRV.shape.make),
    model: requiredText(customerRV.shape.model),
    year: requiredText(customerRV.shape.year),
  }),
})

/** The errors of a new ticket whose rig is picked from the list. */
export const validateKnownRig = validateWithContract<object>(ticketWithNextJob)
/** The errors of a new ticket whose rig is typed. */
export const validateNewRig = validateWithContract<object>(ticketWithRigDetails)

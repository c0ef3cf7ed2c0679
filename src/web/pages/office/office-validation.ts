// The validation of the office's forms. Load it with `load-office-validation.ts`.

import { billingChange, newTaxRate } from '#contract/billing/settings.ts'
import { bookingLimits } from '#contract/bookings.ts'
import { companyChange, newWeekdayHours } from '#contract/companies.ts'
import { employeeChange, newEmployee } from '#contract/employees.ts'
import { newMarkup } from '#contract/purchase-orders/markups.ts'
import { newVendor } from '#contract/purchase-orders/purchase-orders.ts'
import { newServiceBay } from '#contract/service-bays/service-bays.ts'
import { daysOff } from '#contract/shared-schemas.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

export const validateCompanyChange = validateWithContract<object>(companyChange)
export const validateBillingChange = validateWithContract<object>(billingChange)
export const validateTaxRate = validateWithContract<object>(newTaxRate)
export const validateEmployeeChange = validateWithContract<object>(employeeChange)
export const validateNewEmployee = validateWithContract<object>(newEmployee)
export const validateBookingLimits = validateWithContract<object>(bookingLimits)
export const validateWeekdayHours = {
  company: validateWithContract<object>(newWeekdayHours('company')),
  technician: validateWithContract<object>(newWeekdayHours('technician')),
}
export const validateDaysOff = validateWithContract<object>(daysOff)
export const validateServiceBay = validateWithContract<object>(newServiceBay)
export const validateMarkup = validateWithContract<object>(newMarkup)
export const validateVendor = validateWithContract<object>(newVendor)

// The values of the booking form and what is sent. It is validated by the contract and by the company's hours, with
// the same messages as on the server.

import { type UseFormReturnType, useForm } from '@mantine/form'
import type * as z from 'zod'
import { newBooking } from '#contract/bookings.ts'
import { BOOKED_BY } from '#domain/bookings/booking.ts'
import { textsOf } from '#domain/lib/texts-of.ts'
import { RIG_FIELDS, type RigField } from '#domain/rigs/rig-fields.ts'
import type { api } from '#web/api/client.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'
import { AT_THE_SHOP, type LocationValues } from '#web/features/bookings/site-fields.tsx'
import { type TimeValues, validateTime } from '#web/features/bookings/time-fields.tsx'
import { yearErrorsOf } from '#web/features/rigs/year-errors.ts'

export type CompanyProfile = Awaited<ReturnType<typeof api.companies.get.call>>

export type BookingFormValues = TimeValues & {
  problem: string
  /** What of the RV it is with, as the shop reads it: `Furnace · Suburban SF-30F`; empty if the customer did not say. */
  component: string
  customerDetails: Record<(typeof BOOKED_BY)[number], string>
  customerRV: Record<RigField, string>
  where: LocationValues
  /** Honeypot: hidden from people; bots fill it in. */
  website: string
}

export type BookingForm = UseFormReturnType<BookingFormValues>

/** The request, from values that passed validation. */
export const toNewBooking = ({ customerRV, component, problem, ...values }: BookingFormValues) =>
  ({
    ...values,
    problem: component === '' || problem.trim() === '' ? problem : `${component}: ${problem}`,
    customerRV: { ...customerRV, axleAmount: customerRV.axleAmount || null },
  }) as z.input<typeof newBooking>

// The server checks the honeypot: an error beside a hidden field would not be visible.
const validateContract = validateWithContract<BookingFormValues>(newBooking, typed =>
  toNewBooking({ ...typed, website: '' }),
)

export const EMPTY_BOOKING: BookingFormValues = {
  problem: '',
  component: '',
  customerDetails: textsOf(BOOKED_BY, null),
  customerRV: textsOf(RIG_FIELDS, null),
  where: AT_THE_SHOP,
  wanted: { day: '', time: '' },
  website: '',
}

export const useBookingForm = (
  company: CompanyProfile,
  prefill: Pick<BookingFormValues, 'customerDetails' | 'customerRV'>,
): BookingForm =>
  useForm<BookingFormValues>({
    initialValues: { ...EMPTY_BOOKING, ...prefill },
    validate: values => ({
      ...validateContract(values),
      ...yearErrorsOf(values.customerRV),
      ...validateTime(values, company),
    }),
  })

// What is typed on the booking's form, and what of it is sent. It is checked by the contract and by the
// company's own hours, in the words that the server would say.

import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import type * as z from 'zod'
import { newBooking } from '#contract/bookings.ts'
import { type BookingLocation, requestedTimeError } from '#domain/bookings/booking.ts'
import type { Coordinates } from '#domain/customers/customer.ts'
import type { api } from '#web/api/client.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

export type CompanyProfile = Awaited<ReturnType<typeof api.companies.get.call>>

export type BookingFormValues = {
  problem: string
  customerDetails: { firstName: string; lastName: string; email: string; phone: string }
  customerRV: { vin: string; make: string; model: string; year: string; axleAmount: string }
  where: {
    place: BookingLocation
    address: string
    coordinates: Coordinates | null
    campground: string
    siteNumber: string
  }
  wanted: { day: string; time: string }
  /** Nobody sees it; programs fill it in. */
  website: string
}

export type BookingForm = UseFormReturnType<BookingFormValues>

/** What the server takes, once the form has found nothing wrong with it. */
export function toNewBooking({ customerRV, ...values }: BookingFormValues): z.input<typeof newBooking> {
  const { axleAmount, ...rig } = customerRV
  const chosen =
    axleAmount === '' ? null : (axleAmount as z.input<typeof newBooking>['customerRV']['axleAmount'])
  return { ...values, customerRV: { ...rig, axleAmount: chosen } }
}

// The hidden field is for the server to judge: beside it nobody could read a sentence.
const validateContract = validateWithContract<BookingFormValues>(newBooking, typed =>
  toNewBooking({ ...typed, website: '' }),
)

/** What is wrong with the day and the time. One that was not chosen is told in words of its own. */
function validateTime({ wanted: { day, time } }: BookingFormValues, company: CompanyProfile): FormErrors {
  const missing = {
    ...(day === '' && { 'wanted.day': 'Choose a day.' }),
    ...(time === '' && { 'wanted.time': 'Choose a time.' }),
  }
  const error = day === '' ? null : requestedTimeError({ day, time }, company, new Date())
  return { ...(error !== null && { [`wanted.${error.field}`]: error.sentence }), ...missing }
}

const EMPTY_BOOKING: BookingFormValues = {
  problem: '',
  customerDetails: { firstName: '', lastName: '', email: '', phone: '' },
  customerRV: { vin: '', make: '', model: '', year: '', axleAmount: '' },
  where: { place: 'shop', address: '', coordinates: null, campground: '', siteNumber: '' },
  wanted: { day: '', time: '' },
  website: '',
}

export const useBookingForm = (company: CompanyProfile): BookingForm =>
  useForm<BookingFormValues>({
    initialValues: EMPTY_BOOKING,
    validate: values => ({ ...validateContract(values), ...validateTime(values, company) }),
  })

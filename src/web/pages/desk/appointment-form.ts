// The values of the appointment form and what is sent.

import { type UseFormReturnType, useForm } from '@mantine/form'
import type * as z from 'zod'
import type { newAppointment } from '#contract/bookings.ts'
import { BOOKED_BY } from '#domain/bookings/booking.ts'
import { isFormerCustomer } from '#domain/customers/customer.ts'
import { digitsOf, isPhone } from '#domain/lib/phone.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { textsOf } from '#domain/lib/texts-of.ts'
import { RIG_FIELDS, type RigField } from '#domain/rigs/rig-fields.ts'
import { lazyValidation } from '#web/api/validate-with-contract.ts'
import { validateDeskTime } from '#web/features/bookings/desk-time-fields.tsx'
import { AT_THE_SHOP, type LocationValues } from '#web/features/bookings/site-fields.tsx'
import type { TimeValues } from '#web/features/bookings/time-fields.tsx'
import { yearErrorsOf } from '#web/features/rigs/year-errors.ts'
import {
  pickedId,
  type SuggestedCustomer,
  type SuggestedRig,
} from '#web/features/tickets/form/ticket-form.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'

type PickedCustomer = Pick<SuggestedCustomer, 'customerId' | 'firstName' | 'lastName'>

export type AppointmentFormValues = TimeValues & {
  /** Of the company, who was picked; null if nobody was. */
  picked: PickedCustomer | null
  problem: string
  estimatedTime: number | string
  customerDetails: Record<(typeof BOOKED_BY)[number], string>
  customerRV: Record<RigField, string>
  where: LocationValues
}

export type AppointmentForm = UseFormReturnType<AppointmentFormValues>

/** The request, from values that passed validation. */
export const toNewAppointment = ({ picked, customerRV, estimatedTime, ...values }: AppointmentFormValues) =>
  ({
    ...values,
    customerId: pickedId(picked, values.customerDetails),
    estimatedTime: estimatedTime === '' ? 0 : estimatedTime,
    customerRV: { ...customerRV, axleAmount: customerRV.axleAmount || null },
  }) as z.input<typeof newAppointment>

const EMPTY_APPOINTMENT: AppointmentFormValues = {
  picked: null,
  problem: '',
  estimatedTime: 0,
  customerDetails: textsOf(BOOKED_BY, null),
  customerRV: textsOf(RIG_FIELDS, null),
  where: AT_THE_SHOP,
  wanted: { day: '', time: '' },
}

type Contact = Pick<SuggestedCustomer, 'address' | 'coordinates'>

/** Where a customer was visited or lives, unless another place was typed. */
const withAddress = (where: LocationValues, { address, coordinates }: Contact): LocationValues =>
  where.address === '' && where.campground === '' && address !== null
    ? { ...where, address, coordinates }
    : where

/** Of a typed name, email or phone number by which nobody was found; nothing else is guessed. */
export function valuesOfSearch(who: string): AppointmentFormValues {
  const [firstName = '', ...lastNames] = who.trim().split(/\s+/)
  const typed = who.includes('@')
    ? { email: who.trim() }
    : digitsOf(who) === ''
      ? { firstName, lastName: lastNames.join(' ') }
      : { phone: isPhone(who) ? who.trim() : '' }
  return { ...EMPTY_APPOINTMENT, customerDetails: { ...EMPTY_APPOINTMENT.customerDetails, ...typed } }
}

/** The customer and the rig of an earlier ticket. */
export function valuesOfTicket({
  customerId,
  customerDetails,
  customerRV,
}: Pick<TicketView, 'customerId' | 'customerDetails' | 'customerRV'>): AppointmentFormValues {
  if (isFormerCustomer(customerDetails)) return EMPTY_APPOINTMENT
  return {
    ...EMPTY_APPOINTMENT,
    picked: { customerId, ...pickFields(customerDetails, ['firstName', 'lastName']) },
    customerDetails: textsOf(BOOKED_BY, customerDetails),
    customerRV: textsOf(RIG_FIELDS, customerRV),
    where: withAddress(AT_THE_SHOP, customerDetails),
  }
}

/** The form without the address and the rig that another customer brought, unless they were changed. */
function withoutCustomer(
  { customerRV, where, ...values }: AppointmentFormValues,
  picked: SuggestedCustomer,
): AppointmentFormValues {
  const isTheirs = (rig: SuggestedRig) =>
    RIG_FIELDS.every(field => customerRV[field] === textsOf(RIG_FIELDS, rig)[field])
  return {
    ...values,
    customerRV: picked.rigs.some(isTheirs) ? EMPTY_APPOINTMENT.customerRV : customerRV,
    where: where.address === picked.address ? { ...where, address: '', coordinates: null } : where,
  }
}

/** The form with a customer of the company, instead of what was typed and of one who was picked before. */
export function withCustomer(
  values: AppointmentFormValues,
  customer: SuggestedCustomer,
  before: SuggestedCustomer | null,
): AppointmentFormValues {
  const base = before === null ? values : withoutCustomer(values, before)
  const filled = {
    ...base,
    picked: pickFields(customer, ['customerId', 'firstName', 'lastName']),
    customerDetails: pickFields(customer, BOOKED_BY),
    where: withAddress(base.where, customer),
  }
  const [only, ...others] = customer.rigs
  const takesRig = only !== undefined && others.length === 0 && !hasRig(base)
  return takesRig ? withRig(filled, only) : filled
}

export const hasRig = ({ customerRV }: Pick<AppointmentFormValues, 'customerRV'>): boolean =>
  RIG_FIELDS.some(field => customerRV[field].trim() !== '')

export const withRig = (values: AppointmentFormValues, rig: SuggestedRig): AppointmentFormValues => ({
  ...values,
  customerRV: textsOf(RIG_FIELDS, rig),
})

const loadValidation = lazyValidation(() => import('#web/features/tickets/ticket-validation.ts'))

export const useAppointmentForm = (initialValues: AppointmentFormValues, timeZone: string | undefined) =>
  useForm<AppointmentFormValues>({
    initialValues,
    validate: async values => ({
      ...(await loadValidation()).validateAppointment(toNewAppointment(values)),
      ...yearErrorsOf(values.customerRV),
      ...validateDeskTime(values, timeZone),
    }),
  })

// A customer, as typed and as shown: tickets, bookings, accounts, imports and answers pick their fields from here.

import * as z from 'zod'
import type { CustomerField } from '#domain/customers/customer-fields.ts'
import { coordinates, line, optionalEmail, phone, requiredName } from './shared-schemas.ts'

/**
 * As the desk types one, with an email or `noEmail: true`, so that nobody has to make one up; see `withEmailOrNone`. No
 * field has a default: changes omit what stays.
 */
export const typedCustomer = z.object({
  firstName: requiredName(80),
  lastName: requiredName(80),
  email: optionalEmail,
  noEmail: z.boolean().optional(),
  phone,
  address: line(300),
  /** Of the address; null without any. */
  coordinates: coordinates.nullable(),
} satisfies Record<CustomerField | 'noEmail' | 'coordinates', z.ZodType>)

type CustomerEmail = { readonly email?: string | undefined; readonly noEmail?: boolean | undefined }

/** Whether there is an email, or it says that there is none. Without both, nothing is said about it. */
const isEmailOrNone = ({ email: typed, noEmail = false }: CustomerEmail): boolean =>
  noEmail ? typed === '' : typed !== ''

const EMAIL_OR_NONE = {
  path: ['email'],
  error: ({ input }: { readonly input?: unknown }) =>
    (input as CustomerEmail).email ? 'Leave the email empty, or leave out “noEmail”.' : 'Required.',
  // Beside the errors of other fields, not after them, but not after one of the email.
  when: ({ value, issues }: z.core.ParsePayload) =>
    typeof value === 'object' && value !== null && issues.every(({ path }) => path?.[0] !== 'email'),
}

/** Typed customers, which say of a missing email that it is required. */
export const withEmailOrNone = <Details extends z.ZodObject>(details: Details): Details =>
  details.refine(value => isEmailOrNone(value as CustomerEmail), EMAIL_OR_NONE)

/** As shown. */
export const customer = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string().nullable(),
  coordinates: coordinates.nullable(),
} satisfies Record<CustomerField | 'coordinates', z.ZodType>)

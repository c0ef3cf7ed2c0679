// An account of one's own, of no company: making it, who its owner is, and every ticket under its email.

import * as z from 'zod'
import { PROGRESS } from '#domain/customer-view/progress.ts'
import { isCallable, isPhone } from '#domain/lib/phone.ts'
import { base, done, email, newPassword, phone, requiredText, text, ticketId, uuid } from './schema.ts'

const tags = ['Your rigs']

/** As it stands in the letter. */
const signupToken = text(100)

const byLink = z.object({ token: signupToken })

const INVALID_REDIRECT = 'Not a page of this site.'
const VIN_PATTERN = '[A-Z0-9-]{1,17}'
const CODE_PATTERN = '[A-Z0-9]{5}-?[A-Z0-9]{5}'

/**
 * Where somebody was on their way to, of the pages of owners: with a VIN and a code, and nothing else in which somebody
 * could write. It stands in a letter to an address that anybody may have typed.
 */
export const redirectPath = z
  .string()
  .regex(
    new RegExp(`^/(my(/rigs/${VIN_PATTERN})?(\\?vin=${VIN_PATTERN}(&code=${CODE_PATTERN})?)?|profile)?$`),
    { error: INVALID_REDIRECT },
  )

export const signupRequest = z.object({ email, to: redirectPath.optional() })

/** A company that takes in their rig calls it, and nobody stood at a counter to hear it said. */
const callablePhone = phone.refine(value => !isPhone(value) || isCallable(value), {
  error: 'Enter a phone number with at least 7 digits.',
})

const ownerFields = {
  firstName: requiredText(80),
  lastName: requiredText(80),
  phone: callablePhone,
  /** Whether companies that take in one's rig are told who one is. */
  sharesContact: z.boolean(),
}

export const newOwner = z.object({ ...ownerFields, password: newPassword })

/** What is left out stays as it is. */
export const ownerChange = z.object({ ...ownerFields, address: text(300).nullable() }).partial()

/** The password as it is, asked once more. */
export const accountDeletion = z.object({ password: newPassword.min(1, { error: 'Required.' }) })

const ownerTicket = z.object({
  companyUUID: uuid,
  companyName: z.string(),
  ticketId: z.number().int(),
  progress: z.enum(PROGRESS),
  /** `2021 Jayco Jay Flight 264BH` */
  rig: z.string(),
  /** Empty where the company has not written it down. */
  vin: z.string(),
  movedAt: z.date(),
  /** The company's. */
  timeZone: z.string(),
  /** Whether it can be opened: some time after it was done, a ticket is the company's alone. */
  isOpen: z.boolean(),
})

export const rvOwners = {
  requestSignup: base
    .route({
      method: 'POST',
      path: '/my/join',
      summary: 'Request a signup link by email; the answer never reveals who has an account',
      tags,
    })
    .input(signupRequest)
    .output(
      z.object({
        /** Whether letters of this server reach mailboxes; else they lie in a folder of its operator's. */
        reaches: z.boolean(),
      }),
    ),
  preview: base
    .route({ method: 'GET', path: '/my/join/{token}', summary: 'Get the email of a signup link', tags })
    .input(byLink)
    .output(z.object({ email: z.string() })),
  confirmSignup: base
    .route({
      method: 'POST',
      path: '/my/join/{token}',
      successStatus: 201,
      summary: 'Create the account of a signup link, which confirms its email',
      tags,
    })
    .input(byLink.extend(newOwner.shape))
    .output(z.object({ email: z.string() })),
  listTickets: base
    .route({
      method: 'GET',
      path: '/my/tickets',
      summary: 'List tickets from any company under your email, last moved first',
      tags,
    })
    .input(z.object({ after: z.string().max(300).optional() }))
    .output(z.object({ tickets: z.array(ownerTicket).readonly(), next: z.string().nullable() })),
  openTicket: base
    .route({
      method: 'POST',
      path: '/my/tickets/{companyUUID}/{ticketId}/open',
      summary: 'Open a ticket under your email; a cookie remembers that it is yours',
      tags,
    })
    .input(z.object({ companyUUID: uuid, ticketId }))
    .output(
      z.object({
        /** `/follow/…` */
        path: z.string(),
      }),
    ),
  getDetails: base.route({ method: 'GET', path: '/my/details', summary: 'Get your details', tags }).output(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phone: z.string(),
      address: z.string().nullable(),
      sharesContact: z.boolean(),
    }),
  ),
  changeDetails: base
    .route({ method: 'PATCH', path: '/my/details', summary: 'Update your details', tags })
    .input(ownerChange)
    .output(done),
  deleteAccount: base
    .route({
      method: 'POST',
      path: '/my/leave',
      summary: 'Delete your account for good; your tickets stay with their companies',
      tags,
    })
    .input(accountDeletion)
    .output(done),
}

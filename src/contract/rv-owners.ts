// RV owners' accounts, without a company: signup, details, and every ticket under their email.

import * as z from 'zod'
import { PROGRESS } from '#domain/customer-view/progress.ts'
import { customer, typedCustomer } from './customer.ts'
import { HOUR, limit, MINUTE, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { listedRig } from './rig.ts'
import {
  currentPassword,
  done,
  email,
  invoicedAmountsOut,
  newPassword,
  text,
  ticketId,
  uuid,
} from './shared-schemas.ts'

const procedure = proceduresTagged('My rigs')

/** As in the email. */
const signupToken = text(100)

const byLink = z.object({ token: signupToken })

const INVALID_REDIRECT = 'Not a page of this site.'
const VIN_PATTERN = '[A-Z0-9-]{1,17}'
const CODE_PATTERN = '[A-Z0-9]{5}-?[A-Z0-9]{5}'

/**
 * The page to return to, one of the RV owner pages: with a VIN and a code, and no free text, because it is in an
 * email to an address that anyone may have entered.
 */
export const redirectPath = z
  .string()
  .regex(
    new RegExp(`^/(my(/rigs/${VIN_PATTERN})?(\\?vin=${VIN_PATTERN}(&code=${CODE_PATTERN})?)?|profile)?$`),
    { error: INVALID_REDIRECT },
  )

export const signupRequest = z.object({ email, to: redirectPath.optional() })

const ownerFields = {
  ...typedCustomer.pick({ firstName: true, lastName: true, phone: true }).shape,
  /** Whether companies that take in their rig see their contact info. */
  sharesContact: z.boolean(),
}

export const newOwner = z.object({ ...ownerFields, password: newPassword })

/** Omitted fields stay. */
export const ownerChange = z
  .object({ ...ownerFields, address: typedCustomer.shape.address.nullable() })
  .partial()

const ownerTicket = z.object({
  companyUUID: uuid,
  companyName: z.string(),
  ticketId: z.number().int(),
  progress: z.enum(PROGRESS),
  /** As far as the company has entered it. */
  customerRV: listedRig,
  /** The code that claims its rig; null before it is completed, and for a rig that is claimed or has no VIN. */
  claimCode: z.string().nullable(),
  transitionedAt: z.date(),
  /** What its company billed for it; null without an invoice. */
  invoiced: invoicedAmountsOut.nullable(),
  /** Whether they can book with the company again: the work is done, and it takes bookings. */
  canBookAgain: z.boolean(),
  /** The company's. */
  timeZone: z.string(),
  /** Whether it can be opened: some time after completion only the company can. */
  isOpen: z.boolean(),
})

export const rvOwners = {
  requestSignup: procedure({
    permission: 'rv-owner.sign-up',
    rateLimit: rateLimit(
      'password',
      limit('address', 20, HOUR, 'Guests of a campground share one address; each sends an email.'),
      limit('email', 3, HOUR, 'Each sends an email; keeps one mailbox from being flooded.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/my/signup',
      summary: 'Request a signup link by email; the answer never reveals who has an account',
    })
    .input(signupRequest)
    .output(
      z.object({
        /** Whether emails reach mailboxes; otherwise they are files for the operator. */
        canMail: z.boolean(),
      }),
    ),
  preview: procedure({
    permission: 'rv-owner.sign-up',
    rateLimit: rateLimit(
      'server',
      limit('address', 300, HOUR, 'A link can’t be guessed; this only limits the load.'),
    ),
  })
    .route({ method: 'GET', path: '/my/signup/{token}', summary: 'Get the email of a signup link' })
    .input(byLink)
    .output(z.object({ email: z.string() })),
  confirmSignup: procedure({
    permission: 'rv-owner.sign-up',
    rateLimit: rateLimit(
      'password',
      limit(
        'address',
        20,
        15 * MINUTE,
        'A link can’t be guessed; choosing a password may take several attempts.',
      ),
    ),
  })
    .route({
      method: 'POST',
      path: '/my/signup/{token}',
      successStatus: 201,
      summary: 'Create the account of a signup link, which confirms its email',
    })
    .input(byLink.extend(newOwner.shape))
    .output(z.object({ email: z.string() })),
  listTickets: procedure({ permission: 'rv-owner.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/my/tickets',
      summary: 'List tickets from any company under your email, most recently changed first',
    })
    .input(z.object({ after: z.string().max(300).optional() }))
    .output(z.object({ tickets: z.array(ownerTicket).readonly(), next: z.string().nullable() })),
  openTicket: procedure({
    permission: 'rv-owner.change',
    rateLimit: rateLimit(
      'server',
      limit('account', 300, HOUR, 'Each adds a log entry; no one owns that many rigs.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/my/tickets/{companyUUID}/{ticketId}/open',
      summary: 'Open a ticket under your email; a cookie remembers that it is yours',
    })
    .input(z.object({ companyUUID: uuid, ticketId }))
    .output(
      z.object({
        /** `/follow/…` */
        path: z.string(),
      }),
    ),
  getDetails: procedure({ permission: 'rv-owner.see', rateLimit: 'none' })
    .route({ method: 'GET', path: '/my/details', summary: 'Get your details' })
    .output(customer.omit({ coordinates: true }).extend({ sharesContact: z.boolean() })),
  changeDetails: procedure({ permission: 'rv-owner.change', rateLimit: 'none' })
    .route({ method: 'PATCH', path: '/my/details', summary: 'Update your details' })
    .input(ownerChange)
    .output(done),
  deleteAccount: procedure({ permission: 'rv-owner.change', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/my/delete-account',
      summary: 'Delete your account for good; your tickets stay with their companies',
    })
    .input(currentPassword)
    .output(done),
}

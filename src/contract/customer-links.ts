// A ticket's customer link at the desk: created, emailed and turned off there.

import * as z from 'zod'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { done, emailOutcome, ticketId } from './shared-schemas.ts'

const procedure = proceduresTagged('Customer links')
const id = z.object({ ticketId })

/** An active link. */
const link = z.object({
  /** `/follow/…` */
  path: z.string(),
  createdAt: z.date(),
  /** When its question was first answered; null if never. */
  openedAt: z.date().nullable(),
  /** When it expires; null while the ticket is open. */
  endsAt: z.date().nullable(),
  /** Whether too many wrong answers have locked it for new browsers. */
  isLocked: z.boolean(),
  /** Until when a network that gave too many wrong answers within an hour is locked out; null if none is. */
  lockedUntil: z.date().nullable(),
})

/** How the rig's owner claims it with this ticket; null until it is in the rig's work history. */
export const rigClaimLink = z.object({
  /** As printed; null if founders ended a claim that was made with it. */
  code: z.string().nullable(),
  /** Where it is entered. */
  url: z.string(),
})

export const customerLinks = {
  get: procedure({ permission: 'link.share', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/link',
      summary: 'Get the customer link of a ticket, and the code that claims its RV',
    })
    .input(id)
    /** `canMail`: whether emails reach mailboxes. */
    .output(z.object({ link: link.nullable(), claim: rigClaimLink.nullable(), canMail: z.boolean() })),
  create: procedure({ permission: 'link.share', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/link',
      summary: 'Create a customer link; an existing link is kept',
    })
    .input(id)
    .output(z.object({ link })),
  revoke: procedure({ permission: 'link.share', rateLimit: 'none' })
    .route({ method: 'DELETE', path: '/tickets/{ticketId}/link', summary: 'Turn off the customer link' })
    .input(id)
    .output(done),
  unlock: procedure({ permission: 'link.share', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/link/unlock',
      summary: 'Unlock the customer link after too many wrong answers',
    })
    .input(id)
    .output(done),
  email: procedure({
    permission: 'link.share',
    rateLimit: rateLimit('server', limit('company', 200, HOUR, 'Each emails a customer.')),
  })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/link/email',
      summary: 'Email the customer their link; it is created if there is none',
    })
    .input(id)
    .output(done.extend({ email: emailOutcome })),
}

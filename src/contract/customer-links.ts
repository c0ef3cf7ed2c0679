// The customer's link, as the desk has it: one for a ticket, made, mailed and closed from there.

import * as z from 'zod'
import { base, done, emailOutcome, ticketId } from './schema.ts'

const tags = ['Customer']
const id = z.object({ ticketId })

/** A link in use. */
const link = z.object({
  /** `/follow/…` */
  path: z.string(),
  madeAt: z.date(),
  /** When the customer first answered its question; null as long as nobody has. */
  openedAt: z.date().nullable(),
  /** From when on it shows nothing any more; null while there is work to follow. */
  endsAt: z.date().nullable(),
  /** Whether nobody may answer its question any more: too many answers were wrong. */
  isShut: z.boolean(),
})

/** How the owner of the rig claims it with this ticket; null until it is in the rig's work history. */
export const rigClaimLink = z.object({
  /** As it is printed; null where founders ended a claim that was made with it: it claims nothing any more. */
  code: z.string().nullable(),
  /** Where it is typed. */
  url: z.string(),
})

export const customerLinks = {
  get: base
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/link',
      summary: 'Get the customer link of a ticket, and the code that claims its RV',
      tags,
    })
    .input(id)
    /** `canMail`: whether letters reach mailboxes from here. */
    .output(z.object({ link: link.nullable(), claim: rigClaimLink.nullable(), canMail: z.boolean() })),
  create: base
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/link',
      summary: 'Create a customer link; an existing link is kept',
      tags,
    })
    .input(id)
    .output(z.object({ link })),
  revoke: base
    .route({
      method: 'DELETE',
      path: '/tickets/{ticketId}/link',
      summary: 'Turn off the customer link',
      tags,
    })
    .input(id)
    .output(done),
  email: base
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/link/mail',
      summary: 'Email the customer their link; it is created if there is none',
      tags,
    })
    .input(id)
    .output(done.extend({ letter: emailOutcome })),
}

// What a company is told when an owner disputes what it wrote down, and who held a rig when they hold it no more.
// Nothing in either says who the other is.

import type { Company } from '#server/features/companies/store.ts'
import { type Email, toSingleLine } from '#server/mail/outbox.ts'

type DisputedVisit = { readonly ticketId: number; readonly vin: string; readonly words: string }

export const disputeEmail = (company: Company, { ticketId, vin, words }: DisputedVisit): Email => ({
  recipient: company.email,
  subject: `An owner disputes an entry of ticket ${ticketId}`,
  text: `Hello ${toSingleLine(company.companyName)},

the owner of the RV with the VIN ${vin} disputes what its work history says of your ticket ${ticketId}:

${words.replace(/^/gm, '> ')}

Nothing was changed, and the public work history does not show this. If the entry is right, you need not do anything.
`,
})

/** To whoever claimed a rig by a ticket alone, when its own customer claims it. */
export const supersededEmail = (recipient: string, vin: string): Email => ({
  recipient,
  subject: 'A rig is no longer on your list',
  text: `Hello,

the RV with the VIN ${vin} is no longer on your list at Rigwright.

You had claimed it with the code of one visit. Now the customer whom the RV’s first visit names has claimed it, with a
code of its papers and a confirmed email. So the RV is theirs, and what you saw of its history, your links for buyers and
your transfer code have ended. What you wrote on visits stays with the RV, without your name.

If the RV is yours, ask whoever sold it to you for a transfer code, or write to the founders of Rigwright.
`,
})

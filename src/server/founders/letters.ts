// What a company is written when founders suspend or restore it, and whoever held a rig when founders end that.

import { asSentence } from '#domain/founder-trail.ts'
import type { Company } from '#server/companies/store.ts'
import { type Letter, oneLine } from '#server/letters.ts'

export const suspendedLetter = ({ companyName, email }: Company, reason: string): Letter => ({
  recipient: email,
  subject: `${oneLine(companyName)} is suspended at Rigwright`,
  text: `${oneLine(companyName)} is suspended at Rigwright: ${asSentence(oneLine(reason))}

Until it is restored, it is not in the public list, nobody can book with it, and nobody of it can sign in.
Nothing is deleted. The links of your customers stay open, and so do the work histories of their rigs.

To sort this out, write to the founders.
`,
})

/** `url` is where people of the company sign in. */
export const restoredLetter = ({ companyName, email }: Company, reason: string, url: string): Letter => ({
  recipient: email,
  subject: `${oneLine(companyName)} is restored at Rigwright`,
  text: `${oneLine(companyName)} is restored at Rigwright: ${asSentence(oneLine(reason))}

It is in the public list again, with everything as it was. Sign in here:
${url}
`,
})

/** To whoever held the rig. Nothing in it says who holds it next, or who asked. */
export const claimEndedLetter = (recipient: string, vin: string, reason: string): Letter => ({
  recipient,
  subject: 'Your claim of a rig has ended',
  text: `Hello,

the founders of Rigwright have ended your claim of the RV with the VIN ${vin}: ${asSentence(oneLine(reason))}

It is no longer on your list. Your links for buyers, your transfer code and what you wrote on its visits have ended with
it, and no code of its papers claims it for you again.

If this is wrong, write to the founders and show them that the RV is yours. Whoever holds it can also give you a transfer
code.
`,
})

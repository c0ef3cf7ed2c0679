// What a company is told when an owner disputes what it wrote down. Nothing in it says who that is.

import type { Company } from '#server/companies/store.ts'
import { type Letter, oneLine } from '#server/letters.ts'

type Disputed = { readonly ticketId: number; readonly vin: string; readonly words: string }

export const disputeLetter = (company: Company, { ticketId, vin, words }: Disputed): Letter => ({
  recipient: company.email,
  subject: `An owner disputes an entry of ticket ${ticketId}`,
  text: `Hello ${oneLine(company.companyName)},

the owner of the RV with the VIN ${vin} disputes what its work history says of your ticket ${ticketId}:

${words.replace(/^/gm, '> ')}

Nothing was changed, and the public work history does not show this. If the entry is right, you need not do anything.
`,
})

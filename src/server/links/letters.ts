// The letter that carries a customer's link.

import { rigName } from '#domain/rig.ts'
import type { Ticket } from '#domain/ticket.ts'
import type { Company } from '#server/companies/store.ts'
import type { Letter } from '#server/letters.ts'

/** `url` is the link with the address of this server. */
export const linkLetter = (
  company: Company,
  { customerDetails, customerRV }: Ticket,
  url: string,
): Letter => ({
  recipient: customerDetails.email,
  subject: `Follow the work on your RV at ${company.companyName}`,
  text: `Hello ${customerDetails.firstName},

see at any time who works on your ${rigName(customerRV)}, what was found and what comes next:
${url}

You are asked once for the last four digits of your phone number.

${company.companyName}
${company.companyPhone}
`,
})

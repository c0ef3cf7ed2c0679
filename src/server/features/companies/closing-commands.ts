// An owner closes their company. It works as before until it is deleted, and until then they can keep it open.

import { CLOSING_DAYS, closingDate } from '#domain/companies/closing.ts'
import { dayOf, formatDate } from '#domain/lib/company-time.ts'
import { type Email, type MailContext, toSingleLine } from '#server/mail/outbox.ts'
import { enqueueOwnerEmail } from '#server/mail/owner-mail.ts'
import { command, passwordProcedure, withTransaction } from '#server/rpc/procedures.ts'
import { saveClosing } from './closing-store.ts'
import { type Company, lockCompany } from './store.ts'

const closingEmail = (
  { companyName, email, timeZone }: Company,
  closesAt: Date,
  { url }: MailContext,
): Email => ({
  recipient: email,
  subject: `${toSingleLine(companyName)} closes at Rigwright`,
  text: `The owner of ${toSingleLine(companyName)} is closing it. Everything works as before until ${formatDate(dayOf(closesAt, timeZone))}.

Then its accounts, tickets, messages, prices and customers’ details are deleted. The work it completed stays in the rigs’ work histories, under its name.

Until then you can take it back, within ${CLOSING_DAYS} days:
${url()}/profile

Download all data first:
${url()}/downloads
`,
})

const closeCommand = passwordProcedure.use(withTransaction)

export const closeCompany = closeCommand.companies.close.handler(
  async ({ context: { work, mailContext } }) => {
    const company = await lockCompany(work)
    // Closed again, it is deleted no later.
    if (company.closesAt !== null) return { closesAt: company.closesAt }
    const closesAt = closingDate(work.now)
    saveClosing(work, closesAt)
    await enqueueOwnerEmail(work, mailContext, 'security', closingEmail(company, closesAt, mailContext))
    return { closesAt }
  },
)

export const keepCompanyOpen = command.companies.keepOpen.handler(async ({ context: { work } }) => {
  const { closesAt } = await lockCompany(work)
  if (closesAt !== null) saveClosing(work, null)
  return { done: true }
})

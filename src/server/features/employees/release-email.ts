// Whoever reads a mailbox takes its email back from an account that never confirmed it. Opening the link only shows
// whose account it is, and the button frees the email: mail scanners open every link.

import { fullName } from '#domain/tickets/assignment.ts'
import { type EmailRelease, findEmailRelease, releaseAccountEmail } from '#server/auth/email-release.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { type Email, type MailContext, toSingleLine } from '#server/mail/outbox.ts'
import { enqueueOwnerEmail, getOwnerMailbox } from '#server/mail/owner-mail.ts'
import { asAnonymous, procedure, runCommand, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import type { EmployeeHooks } from './commands.ts'
import { lockEmployee, recordEmployeeChange, setActive } from './store.ts'

const invalidLink = () =>
  notFound('This link is expired, already used, or incomplete, or the email is confirmed by now.')

async function getRelease(context: RequestContext, token: string): Promise<EmailRelease> {
  const found = await runQuery(asAnonymous(context), work => findEmailRelease(work, token))
  if (found === null) throw invalidLink()
  return found
}

export const previewEmailRelease = procedure.account.previewEmailRelease.handler(
  async ({ input, context }) => {
    const { companyId, email } = await getRelease(context, input.token)
    const { companyName } = await runQuery(asAnonymous(context, { companyId }), async work => {
      work.enterCompany(companyId)
      return getCompany(work)
    })
    return { email, companyName }
  },
)

/** Tells the owner, who has no other sign of it than an employee who cannot log in. */
const releasedEmail = (recipient: string, employee: string, email: string, url: string): Email => ({
  recipient,
  subject: `${toSingleLine(employee)} was deactivated`,
  text: `Someone who reads the mailbox of ${email} uses it for a Rigwright account of their own. Nobody had confirmed it
for the account that you registered for ${toSingleLine(employee)}, so that account is deactivated. Tickets and history
keep the name.

Do they still work for you? Ask them for another email, enter it, and reactivate them:
${url}/register-employee
`,
})

async function deactivate(
  work: UnitOfWork,
  mailContext: MailContext,
  { beforeAccessEnds }: EmployeeHooks,
  { accountId, email }: EmailRelease,
): Promise<void> {
  const employee = await lockEmployee(work, accountId)
  if (employee.isActive) {
    await beforeAccessEnds(work, employee.id)
    await setActive(work, employee, false)
  }
  recordEmployeeChange(work, employee, 'release-email')
  const owner = (await getOwnerMailbox(work)).email
  const notice = releasedEmail(owner, fullName(employee), email, mailContext.url())
  await enqueueOwnerEmail(work, mailContext, 'security', notice)
}

export const releaseEmail = (hooks: EmployeeHooks) =>
  procedure.account.releaseEmail.handler(async ({ input, context }) => {
    const release = await getRelease(context, input.token)
    const { companyId, accountId, email } = release
    const visitor = asAnonymous(context, { companyId })
    await runCommand(visitor, 'account.releaseEmail', JSON.stringify(input), async work => {
      work.enterCompany(companyId)
      if (accountId === companyId) {
        await getCompany(work)
        work.recordChange({ kind: 'company', id: companyId, verb: 'company.release-email', card: null })
      } else await deactivate(work, context.mailContext, hooks, release)
      // The email may have been confirmed or changed meanwhile.
      if (!(await releaseAccountEmail(work, input.token, accountId))) throw invalidLink()
      return { email }
    })
    return { email }
  })

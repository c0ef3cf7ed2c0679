// A mailbox frees its email from an account that never confirmed it. Opening the link only shows whose account it is, and
// the button frees the email: mail scanners open every link.

import { fullName } from '#domain/tickets/assignment.ts'
import {
  type EmailRelease,
  findEmailRelease,
  findHeldEmail,
  releaseAccountEmail,
} from '#server/auth/email-release.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { emailOwner, type LimitedMailContext, mayEmailOthers } from '#server/mail/limited-mail.ts'
import { type Email, toSingleLine } from '#server/mail/outbox.ts'
import { getOwnerMailbox } from '#server/mail/owner-mail.ts'
import { asAnonymous, procedure, runCommand, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import type { EmployeeHooks } from './commands.ts'
import { clearEmail, lockEmployee, recordEmployeeChange, setActive } from './store.ts'

const invalidLink = () =>
  notFound('This link is expired, already used, or incomplete, or the email is confirmed by now.')

/** What the link would free, or has freed. */
async function getRelease(
  context: RequestContext,
  token: string,
): Promise<EmailRelease | { readonly held: string }> {
  return runQuery(asAnonymous(context), async work => {
    const release = await findEmailRelease(work, token)
    if (release !== null) return release
    const held = await findHeldEmail(work, token)
    if (held === null) throw invalidLink()
    return { held }
  })
}

export const previewEmailRelease = procedure.account.previewEmailRelease.handler(
  async ({ input, context }) => {
    const release = await getRelease(context, input.token)
    if ('held' in release) return { email: release.held, companyName: null, isOwner: false }
    const { companyId, accountId, email } = release
    const { companyName } = await runQuery(asAnonymous(context, { companyId }), async work => {
      work.enterCompany(companyId)
      return getCompany(work)
    })
    return { email, companyName, isOwner: accountId === companyId }
  },
)

/** Tells the owner, who has no other sign of it than an employee who cannot log in. */
const releasedEmail = (recipient: string, employee: string, email: string, url: string): Email => ({
  recipient,
  subject: `${toSingleLine(employee)} was deactivated`,
  text: `Someone who reads the mailbox of ${email} uses it for a Rigwright account of their own. Nobody had confirmed it
for the account that you registered for ${toSingleLine(employee)}, so that account is deactivated. Tickets and history
keep the name.

Do they still work for you? Enter this email again in an hour, or another one now, and reactivate them:
${url}/register-employee
`,
})

/** Counted, as anyone can type the email of a company's owner, and the name of an employee. */
async function emailCompany(work: UnitOfWork, context: LimitedMailContext, employee: string, email: string) {
  if (!(await mayEmailOthers(work, context))) return
  const { email: owner } = await getOwnerMailbox(work)
  await emailOwner(work, context, releasedEmail(owner, employee, email, context.mailContext.url()))
}

async function deactivate(
  work: UnitOfWork,
  context: LimitedMailContext,
  { beforeAccessEnds }: EmployeeHooks,
  { accountId, email }: EmailRelease,
): Promise<void> {
  const employee = await lockEmployee(work, accountId)
  if (employee.isActive) {
    await beforeAccessEnds(work, employee.id)
    setActive(work, employee, false)
  }
  clearEmail(work, employee)
  recordEmployeeChange(work, employee, 'release-email')
  await emailCompany(work, context, fullName(employee), email)
}

export const releaseEmail = (hooks: EmployeeHooks) =>
  procedure.account.releaseEmail.handler(async ({ input, context }) => {
    const release = await getRelease(context, input.token)
    // The first answer was lost.
    if ('held' in release) return { email: release.held }
    const { companyId, accountId, email } = release
    const visitor = asAnonymous(context, { companyId })
    await runCommand(visitor, 'account.releaseEmail', JSON.stringify(input), async work => {
      work.enterCompany(companyId)
      if (accountId === companyId) {
        await getCompany(work)
        work.recordChange({ kind: 'company', id: companyId, verb: 'company.release-email', card: null })
      } else await deactivate(work, context, hooks, release)
      // The email may have been confirmed or changed meanwhile.
      if (!(await releaseAccountEmail(work, input.token, release))) throw invalidLink()
      return { email }
    })
    return { email }
  })

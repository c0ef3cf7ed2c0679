// The owner confirms their email by a link. Opening it only shows which email it confirms, and the button confirms it:
// mail scanners open every link.

import { Refusal } from '#domain/refusals/refusal.ts'
import {
  confirmOwnerEmail,
  type EmailConfirmation,
  emailConfirmationLink,
  findEmailConfirmation,
} from '#server/auth/email-confirmation.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { getOwnerMailbox } from '#server/mail/owner-mail.ts'
import { asAnonymous, command, procedure, runCommand, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'

const INVALID_LINK = 'This link is expired, incomplete, or for an email that has changed since.'

export const sendConfirmation = command.account.sendConfirmation.handler(
  async ({ context: { work, mailContext } }) => {
    if ((await getOwnerMailbox(work)).isConfirmed) throw new Refusal([{ code: 'email.confirmed' }])
    await emailConfirmationLink(work, mailContext, (await getCompany(work)).email)
    const verb = 'company.send-confirmation'
    work.recordChange({ kind: 'company', id: work.companyId, verb, card: null })
    return { canMail: mailContext.canDeliver }
  },
)

async function getConfirmation(context: RequestContext, token: string): Promise<EmailConfirmation> {
  const found = await runQuery(asAnonymous(context), work => findEmailConfirmation(work, token))
  if (found === null) throw notFound(INVALID_LINK)
  return found
}

function toStatus(
  { isConfirmed, expiresAt }: EmailConfirmation,
  now: Date,
): 'unconfirmed' | 'confirmed' | 'expired' {
  if (isConfirmed) return 'confirmed'
  return now < expiresAt ? 'unconfirmed' : 'expired'
}

export const previewConfirmation = procedure.account.previewConfirmation.handler(
  async ({ input, context }) => {
    const found = await getConfirmation(context, input.token)
    return { email: found.email, status: toStatus(found, context.execution.now) }
  },
)

export const confirmEmail = procedure.account.confirmEmail.handler(async ({ input, context }) => {
  const { companyId, name } = await getConfirmation(context, input.token)
  const owner = asAnonymous(context, { by: { id: companyId, name }, companyId })
  const { output } = await runCommand(owner, 'account.confirmEmail', JSON.stringify(input), async work => {
    work.enterCompany(companyId)
    if (await confirmOwnerEmail(work, input.token))
      work.recordChange({ kind: 'company', id: companyId, verb: 'company.confirm-email', card: null })
    // The email may have changed meanwhile.
    const found = await findEmailConfirmation(work, input.token)
    if (found === null) throw notFound(INVALID_LINK)
    return { email: found.email, status: toStatus(found, work.now) }
  })
  return output
})

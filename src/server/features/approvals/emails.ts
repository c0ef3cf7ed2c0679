// The emails that ask a customer for approval, and confirm their answer. The first names no price: the link verifies the
// customer first.

import { type AnsweredApprovalRequest, describeAnswerer } from '#domain/approvals/approval.ts'
import { dayOf, formatDayWithYear, formatTime } from '#domain/lib/company-time.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { rigName } from '#domain/rigs/rig.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Company } from '#server/features/companies/store.ts'
import { type Email, senderOf, toSingleLine } from '#server/mail/outbox.ts'

type ApprovalQuestion = {
  readonly lines: number
  readonly isRaised: boolean
  readonly withDeposit: boolean
}

/**
 * `url` is the ticket's link on this server, `lines` the number of job lines to approve. `isRaised`: each costs more than
 * the customer approved.
 */
export const approvalRequestEmail = (
  company: Company,
  { customerDetails, customerRV }: Ticket,
  { lines, isRaised, withDeposit }: ApprovalQuestion,
  url: string,
): Email => {
  const [companyName, companyPhone] = [company.companyName, company.companyPhone].map(toSingleLine)
  const rig = toSingleLine(rigName(customerRV))
  return {
    recipient: customerDetails.email,
    sender: senderOf(company),
    subject: `${companyName} needs your approval for work on your RV`,
    text: `Hello ${toSingleLine(customerDetails.firstName)},

${lines === 1 ? 'One job' : `${lines} jobs`} on your ${rig} ${lines === 1 ? 'needs' : 'need'} your approval${isRaised ? ' again: the price went up since you approved it' : ''}.${withDeposit ? ` ${companyName} also asks for a deposit.` : ''}
See the price, then approve or decline here:
${url}

You'll need the last four digits of your phone number. Prefer to talk? Call ${companyPhone}.

${companyName}
${companyPhone}
`,
  }
}

/** Confirms an answer to one line, with what was shown. `url` is the ticket's link on this server; null without one. */
export const answerReceiptEmail = (
  company: Company,
  { customerDetails }: Ticket,
  { state, how, endedAt, endedBy, typedName, phone, shown }: AnsweredApprovalRequest,
  url: string | null,
): Email => {
  const [companyName, companyPhone] = [company.companyName, company.companyPhone].map(toSingleLine)
  const total = shown.total === null ? '' : `: ${formatMoney(shown.total)}`
  const day = formatDayWithYear(dayOf(endedAt, company.timeZone))
  const by =
    how === 'phone'
      ? describeAnswerer({ how, typedName, phone, recordedBy: endedBy.name })
      : `by ${typedName ?? endedBy.name}, by link`
  return {
    recipient: customerDetails.email,
    sender: senderOf(company),
    subject: `You ${state} work on your RV at ${companyName}`,
    text: `Hello ${toSingleLine(customerDetails.firstName)},

You ${state} this job${total}
${toSingleLine(shown.problem)}
${toSingleLine(by)}, ${day}, ${formatTime(endedAt, company.timeZone)}

${state === 'declined' ? 'It won’t be done or charged.\n\n' : ''}${url === null ? '' : `See it here:\n${url}\n\n`}Not what you said? Call ${companyPhone}.

${companyName}
${companyPhone}
`,
  }
}

// The email to an owner with what customers did.

import { type Notice, noticeSentence, noticesSubject } from '#domain/notices/notice.ts'
import type { Company } from '#server/features/companies/store.ts'
import { type Email, type MailContext, toSingleLine } from '#server/mail/outbox.ts'

export const noticesEmail = (
  company: Company,
  recipient: string,
  notices: readonly Notice[],
  { url }: Pick<MailContext, 'url'>,
): Email => ({
  recipient,
  subject: noticesSubject(notices),
  text: `Hello ${toSingleLine(company.companyName)},

${notices.map(notice => `${noticeSentence(notice)}\n${url()}/service-ticket/${notice.ticketId}`).join('\n\n')}

To choose what we email you about, and when, open Preferences:
${url()}/company/preferences
`,
})

// Emails owners what customers did: what is due at one moment goes into one email. An email that waits for a
// confirmation, or for the limit, waits with its notices.

import { mayEmailOwner } from '#domain/mail/owner-email.ts'
import { type Notice, noticeSentence, noticesSubject, timingOf } from '#domain/notices/notice.ts'
import type { UnitOfWork, UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { runForEach } from '#server/jobs/run-for-each.ts'
import { emailOwner, type LimitedMailContext } from '#server/mail/limited-mail.ts'
import { type Email, type MailContext, toSingleLine } from '#server/mail/outbox.ts'
import { getOwnerMailbox } from '#server/mail/owner-mail.ts'
import { deleteNotices, listCompaniesWithDueNotices, lockDueNotices } from './store.ts'

/** The maximum number of notices in one email; the rest goes into the next. */
const MAX_NOTICES = 100

/** The email to an owner with what customers did. */
const noticesEmail = (
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

/** Sends every email to an owner that is due at `now`. Rejects with the errors, after all were tried. */
export async function sendNotices(
  services: UnitOfWorkServices,
  context: LimitedMailContext,
  now: Date,
): Promise<void> {
  const companies = await listCompaniesWithDueNotices(services, now)
  await runForEach(
    services,
    companies.filter(company => mayEmailOwner('notice', company)),
    now,
    work => emailNotices(work, context),
    count => `${count} emails to owners could not be queued.`,
  )
}

async function emailNotices(work: UnitOfWork, context: LimitedMailContext): Promise<void> {
  const mailbox = await getOwnerMailbox(work)
  if (!mayEmailOwner('notice', mailbox)) return
  const due = await lockDueNotices(work, MAX_NOTICES)
  // Another server has emailed those that were due.
  if (!due.some(({ dueAt }) => dueAt <= work.now)) return
  const { notices: timings } = await getPreferences(work)
  // Turned off since.
  const wanted = due.filter(notice => timingOf(notice, timings) !== 'off')
  if (wanted.length > 0) {
    const email = noticesEmail(await getCompany(work), mailbox.email, wanted, context.mailContext)
    if (!(await emailOwner(work, context, email))) return
  }
  deleteNotices(
    work,
    due.map(({ noticeId }) => noticeId),
  )
}

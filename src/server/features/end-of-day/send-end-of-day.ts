// Emails owners what the day came to, when the shop closes: once for each day, and not on closed ones.

import { type FigureSection, formatFigure, sectionsOf } from '#domain/end-of-day/end-of-day.ts'
import { formatDay, formatDayWithYear, formatTime } from '#domain/lib/company-time.ts'
import { mayEmailOwner } from '#domain/mail/owner-email.ts'
import type { UnitOfWork, UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { listClosedDays } from '#server/features/bookings/rules-store.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { runForEach } from '#server/jobs/run-for-each.ts'
import { emailOwner, type LimitedMailContext } from '#server/mail/limited-mail.ts'
import { type Email, type MailContext, toSingleLine } from '#server/mail/outbox.ts'
import { getOwnerMailbox } from '#server/mail/owner-mail.ts'
import { type EndOfDay, getEndOfDay, listDueEmails } from './store.ts'

/** Sends every email of a day's end that is due at `now`. Rejects with the errors, after all were tried. */
export async function sendEndOfDay(
  services: UnitOfWorkServices,
  context: LimitedMailContext,
  now: Date,
): Promise<void> {
  await runForEach(
    services,
    await listDueEmails(services, now),
    now,
    (work, { day }) => emailEndOfDay(work, context, day),
    count => `${count} emails with the end of the day could not be queued.`,
  )
}

async function emailEndOfDay(work: UnitOfWork, context: LimitedMailContext, day: string): Promise<void> {
  const chosen = await work
    .from('companyPreference')
    .select(['emailsEndOfDay', 'endOfDayEmailedOn'])
    .forUpdate()
    .executeTakeFirst()
  // Turned off since, or another server has emailed it.
  if (!chosen?.emailsEndOfDay || (chosen.endOfDayEmailedOn ?? '') >= day) return
  const closed = await listClosedDays(work, day)
  const mailbox = await getOwnerMailbox(work)
  if (closed.every(({ firstDay }) => firstDay > day) && mayEmailOwner('notice', mailbox)) {
    const email = endOfDayEmail(
      (await getCompany(work)).companyName,
      mailbox.email,
      await getEndOfDay(work, day),
      work.timeZone,
      context.mailContext,
    )
    // Over the limit of emails it is tried again with the next run.
    if (!(await emailOwner(work, context, email))) return
  }
  work.save('companyPreference', {}, { endOfDayEmailedOn: day })
}

const sectionText = ({ title, figures }: FigureSection): string =>
  [title, ...figures.map(figure => `  ${figure.label}: ${formatFigure(figure)}`)].join('\n')

/** More appointments are on the schedule. */
const MAX_APPOINTMENTS = 50

function endOfDayEmail(
  companyName: string,
  recipient: string,
  end: EndOfDay,
  timeZone: string,
  { url }: Pick<MailContext, 'url'>,
): Email {
  const { day, nextDay, appointments } = end
  const listed = appointments
    .slice(0, MAX_APPOINTMENTS)
    .map(({ at, customer, rig }) => `  ${formatTime(at, timeZone)} ${toSingleLine(`${customer}, ${rig}`)}`)
  return {
    recipient,
    subject: `End of day, ${formatDayWithYear(day)}`,
    text: `Hello ${toSingleLine(companyName)},

${formatDayWithYear(day)}

${sectionsOf(end).map(sectionText).join('\n\n')}

Appointments on ${formatDay(nextDay)}: ${appointments.length}
${listed.map(line => `${line}\n`).join('')}
See the day:
${url()}/company/end-of-day?day=${day}

To turn off this email, open Preferences:
${url()}/company/preferences
`,
  }
}

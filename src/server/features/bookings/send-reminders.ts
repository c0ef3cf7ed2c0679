// Reminds customers of their appointments, the day before. If two servers check at once, the ticket's lock lets one of
// them do it.

import { isReminderDue } from '#domain/bookings/change-appointment.ts'
import type { UnitOfWork, UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { type CustomerMailContext, mailedLinkUrlFor } from '#server/features/customer-links/store.ts'
import { refusesEmailOf } from '#server/features/customers/merge-store.ts'
import { enqueuePush } from '#server/features/push-subscriptions/store.ts'
import { findTicket, recordActivity } from '#server/features/tickets/store.ts'
import { runForEach } from '#server/jobs/run-for-each.ts'
import { mayEmailOthers } from '#server/mail/limited-mail.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import type { PushContext } from '#server/push/push-context.ts'
import { addressed, reminderEmail } from './emails.ts'
import { findBookingOfTicket, listUnremindedAppointments, saveAppointment } from './store.ts'

export type ReminderContext = CustomerMailContext & { readonly pushContext: Pick<PushContext, 'wake'> }

/** Sends every reminder that is due at `now`. Rejects with the errors, after all were tried. */
export async function sendReminders(
  unitOfWorkServices: UnitOfWorkServices,
  context: ReminderContext,
  now: Date,
): Promise<void> {
  await runForEach(
    unitOfWorkServices,
    await listUnremindedAppointments(unitOfWorkServices, now),
    now,
    (work, { ticketId }) => remind(work, context, ticketId),
    count => `${count} reminders could not be sent.`,
  )
}

async function remind(work: UnitOfWork, context: ReminderContext, ticketId: number): Promise<void> {
  const ticket = await findTicket(work, ticketId)
  const booking = await findBookingOfTicket(work, ticketId)
  if (ticket === null || booking === null || booking.remindedAt !== null) return
  if (ticket.state !== 'pending' || ticket.confirmedAt === null) return
  const agreedAt = booking.rescheduledAt ?? ticket.confirmedAt
  if (!isReminderDue({ at: booking.wantedAt, agreedAt }, work.timeZone, work.now)) return
  const from = { company: await getCompany(work), now: work.now }
  const isEmailed = ticket.customerDetails.email !== '' && !(await refusesEmailOf(work, ticketId))
  if (isEmailed && (await mayEmailOthers(work, context))) {
    const email = reminderEmail(
      addressed(booking, ticket),
      from,
      await mailedLinkUrlFor(work, context, ticket),
    )
    await enqueueEmail(work, context.mailContext, email)
  }
  await enqueuePush(work, context, ticket, { about: 'remind' })
  saveAppointment(work, { ...booking, remindedAt: work.now })
  if (isEmailed) recordActivity(work, ticket, 'remind-customer')
}

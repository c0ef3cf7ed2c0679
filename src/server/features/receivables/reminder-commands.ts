// Stops an invoice's reminders, or lets them go on.

import { documentNumber } from '#domain/billing/issued-document.ts'
import { getOpenSettings } from '#server/features/billing/store.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'

export const setReminders = command.billing.setReminders.handler(async ({ input, context: { work } }) => {
  const { invoiceId, areStopped } = input
  await getOpenSettings(work)
  const invoice = await work
    .from('invoice')
    .select(['ticketId', 'prefix', 'number'])
    .where('invoiceId', '=', invoiceId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound()
  const ticket = await getTicket(work, invoice.ticketId)
  const stop = { stoppedAt: areStopped ? work.now : null, stoppedByName: areStopped ? work.by.name : null }
  const row = { invoiceId, sentCount: 0, lastSentAt: null, ...stop }
  work.upsert('invoiceReminder', row, { key: ['invoiceId'], keep: ['sentCount', 'lastSentAt'] })
  recordActivity(work, ticket, areStopped ? 'stop-reminders' : 'resume-reminders', {
    invoice: documentNumber(invoice),
  })
  return { done: true }
})

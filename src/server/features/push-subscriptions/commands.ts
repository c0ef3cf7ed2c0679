// The customer of a link asks to be told on this phone, and no longer.

import { allow } from '#server/db/unit-of-work.ts'
import { followerCommand, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { getTicket, noteOnTicket } from '#server/features/tickets/store.ts'
import { isPhoneAuth, isPhoneKey } from '#server/push/web-push.ts'
import { invalid } from '#server/rpc/errors.ts'
import { removePhone, savePhone } from './store.ts'

const NOT_FROM_A_BROWSER = 'This is not what a browser is given.'

export const tellThisPhone = followerCommand.follow.tellPhone.handler(
  async ({ input: { endpoint, p256dh, auth }, context: { work, phones } }) => {
    const ticket = await getTicket(work, linkedTicketOf(work))
    allow(work, 'phone.be-told', ticket)
    const faults = {
      ...(!phones.accepts(endpoint) && { endpoint: 'News is not sent to this address.' }),
      ...(!isPhoneKey(p256dh) && { p256dh: NOT_FROM_A_BROWSER }),
      ...(!isPhoneAuth(auth) && { auth: NOT_FROM_A_BROWSER }),
    }
    if (Object.keys(faults).length > 0) throw invalid(faults)
    const place = { ticketId: ticket.ticketId, linkId: work.by.id }
    const isNew = await savePhone(work, place, { endpoint, p256dh, auth }, phones.publicKey)
    if (isNew) noteOnTicket(work, ticket, 'tell-phone')
    return { done: true }
  },
)

export const stopThisPhone = followerCommand.follow.stopPhone.handler(
  async ({ input, context: { work } }) => {
    const ticket = await getTicket(work, linkedTicketOf(work))
    allow(work, 'phone.be-told', ticket)
    if (await removePhone(work, ticket.ticketId, input.endpoint)) noteOnTicket(work, ticket, 'stop-phone')
    return { done: true }
  },
)

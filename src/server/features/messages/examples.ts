import { createLinkFor, customerOfLink } from '../../../../test/support/customer-fixtures.ts'
import {
  byId,
  byLink,
  DESK,
  type Examples,
  OWN_DESK,
  onTicket,
  own,
} from '../../../../test/support/examples/example.ts'
import { CANARY, customerNamed } from '../../../../test/support/examples/secret-fixtures.ts'

export const examples: Examples = {
  'messages.list': onTicket(DESK, {}, ({ app }, ticketId) =>
    app.as('dana').messages.post({ ticketId, text: `Soon ${CANARY}` }),
  ),
  'messages.ofCustomer': byId(DESK, async shop => {
    const ticketId = await shop.ticket()
    const { app } = shop
    await app.as('dana').messages.post({ ticketId, text: `Soon ${CANARY}` })
    const { customerId } = await app.as('dana').tickets.get({ ticketId })
    return { customerId: customerId ?? '' }
  }),
  'messages.post': onTicket(DESK, { text: `Soon ${CANARY}` }),
  'messages.markRead': onTicket(DESK, {}, async ({ app }, ticketId) => {
    const token = await createLinkFor(app, ticketId)
    const { client } = await customerOfLink(app, token, customerNamed('June').phone.slice(-4))
    await client.customerView.post({ token, text: `When ${CANARY}?` })
  }),
  'messages.listUnread': own(OWN_DESK),
  'customerView.listMessages': byLink(),
  'customerView.post': byLink({ text: 'When can I come?' }),
  'customerView.markRead': byLink(),
}

import {
  DESK,
  type Examples,
  finalized,
  freshEmail,
  onTicket,
} from '../../../../test/support/examples/example.ts'

export const examples: Examples = {
  'tickets.getCustomerData': onTicket(DESK),
  'tickets.eraseCustomer': onTicket(DESK, {}, async (shop, ticketId) => {
    // A customer without other tickets: those are open.
    const customerDetails = { email: freshEmail() }
    await shop.app.as('dana').tickets.changeDetails({ ticketId, customerDetails })
    await finalized(shop, ticketId)
  }),
}

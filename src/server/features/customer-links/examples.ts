import { MAX_WRONG_ANSWERS } from '#domain/customer-links/link.ts'
import { createLinkFor, DIGITS, verifyLink } from '../../../../test/support/customer-fixtures.ts'
import { ANYONE, byLink, DESK, type Examples, onTicket } from '../../../../test/support/examples/example.ts'
import type { SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

const linked = ({ app }: SecretFixtures, ticketId: number) => createLinkFor(app, ticketId)

export const examples: Examples = {
  'customerLinks.get': onTicket(DESK, {}, async (shop, ticketId) =>
    shop.addSecret(await linked(shop, ticketId)),
  ),
  'customerLinks.create': onTicket(DESK),
  'customerLinks.revoke': onTicket(DESK, {}, linked),
  'customerLinks.unlock': onTicket(DESK, {}, async (shop, ticketId) => {
    const token = await linked(shop, ticketId)
    for (let tries = 0; tries < MAX_WRONG_ANSWERS; tries += 1) await verifyLink(shop.app, token, '0000')
  }),
  'customerLinks.email': onTicket(DESK),
  'customerView.preview': byLink({}, ANYONE),
  'customerView.verify': byLink({ digits: DIGITS }, ANYONE),
}

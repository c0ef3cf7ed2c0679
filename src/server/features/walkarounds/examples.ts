import { BAY, type Examples, onTicket } from '../../../../test/support/examples/example.ts'
import { CANARY, type SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

const SEEN = { propane: 'half', batteryVolts: 12.6, damage: [`Rear bumper scratched ${CANARY}`] } as const

const turnOn = ({ app }: SecretFixtures) => app.as('dana').preferences.change({ recordsWalkarounds: true })

export const examples: Examples = {
  'walkarounds.get': onTicket(BAY, {}, async (shop, ticketId) => {
    await turnOn(shop)
    await shop.app.as('dana').walkarounds.record({ ticketId, ...SEEN, damage: [...SEEN.damage] })
  }),
  'walkarounds.record': onTicket(BAY, { ...SEEN, damage: [...SEEN.damage] }, turnOn),
}

import { DESK, type Examples, onTicket } from '../../../../test/support/examples/example.ts'
import { CANARY, type SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

const HOLD = { reason: 'part' as const, note: `Ordered ${CANARY}` }

const held = ({ app }: SecretFixtures, ticketId: number) => app.as('dana').onHold.set({ ticketId, ...HOLD })

export const examples: Examples = {
  'onHold.get': onTicket(DESK, {}, held),
  'onHold.set': onTicket(DESK, HOLD),
  'onHold.clear': onTicket(DESK, {}, held),
}

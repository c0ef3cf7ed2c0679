import {
  BAY,
  byId,
  byLink,
  DESK,
  type Examples,
  onTicket,
} from '../../../../test/support/examples/example.ts'
import { CANARY, type SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

const typed = { typedName: `June ${CANARY}`, strokes: null }

/** What identifies the ticket's drop-off, at a company that asks for signatures. */
async function dropOffOf({ app }: SecretFixtures, ticketId: number): Promise<string> {
  await app.as('dana').preferences.change({ asksForSignatures: true })
  const [subject] = (await app.as('dana').signatures.list({ ticketId })).toSign
  return subject?.version ?? ''
}

export const examples: Examples = {
  'signatures.list': onTicket(DESK, {}, async (shop, ticketId) => {
    const version = await dropOffOf(shop, ticketId)
    await shop.app.as('dana').signatures.take({ ticketId, version, ...typed })
  }),
  'signatures.take': byId(DESK, async shop => {
    const ticketId = await shop.ticket()
    return { ticketId, version: await dropOffOf(shop, ticketId), ...typed }
  }),
  'signatures.takeInBay': byId(BAY, async ({ app, ticket }) => {
    await app.as('dana').preferences.change({ asksForSignatures: true })
    const jobs = [{ jobNumber: 1, problem: `Roof leak ${CANARY}` }]
    return { ticketId: await ticket(), occasion: 'drop-off', jobs, ...typed }
  }),
  'customerView.sign': byLink({ version: 'as it was', ...typed }),
}

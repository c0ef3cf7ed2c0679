import {
  BAY,
  byId,
  DESK,
  type Examples,
  OWN_DESK,
  onTicket,
  own,
  STAFF,
} from '../../../../test/support/examples/example.ts'
import { CANARY, type SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

async function clockIn({ app, ticket, addSecret }: SecretFixtures) {
  const job = { ticketId: await ticket(), jobNumber: 1 }
  const { sessionId } = await app.as('rosa').tickets.clockIn(job)
  addSecret(sessionId)
  return { ...job, sessionId }
}

export const examples: Examples = {
  'clocks.mine': own(STAFF),
  'clocks.list': own(OWN_DESK),
  'clocks.correct': byId(DESK, async shop => {
    const { ticketId, sessionId } = await clockIn(shop)
    return { ticketId, sessionId, reason: `Asked ${CANARY}` }
  }),
  'tickets.clockIn': onTicket(BAY, { jobNumber: 1 }),
  'tickets.clockOut': {
    ...byId(BAY, async shop => {
      const { ticketId, jobNumber } = await clockIn(shop)
      return { ticketId, jobNumber }
    }),
    insider: 'rosa',
  },
}

import { waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import { byId, byLink, DESK, type Examples, onTicket } from '../../../../test/support/examples/example.ts'
import { CANARY, type SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

const versionOf = async ({ app }: SecretFixtures, ticketId: number): Promise<string> =>
  (await app.as('dana').approvals.get({ ticketId })).lines[0]?.version ?? ''

export const examples: Examples = {
  'approvals.get': onTicket(DESK),
  'approvals.request': onTicket(DESK, { jobNumbers: [1], note: CANARY }),
  'approvals.recordAnswer': byId(DESK, async shop => {
    const ticketId = await shop.ticket()
    const version = await versionOf(shop, ticketId)
    return { ticketId, jobNumber: 1, version, answer: 'declined', name: `June ${CANARY}` }
  }),
  'approvals.undoAnswer': byId(DESK, async shop => {
    const job = { ticketId: await shop.ticket(), jobNumber: 1 }
    const version = await versionOf(shop, job.ticketId)
    await shop.app
      .as('dana')
      .approvals.recordAnswer({ name: 'June Park', ...job, version, answer: 'declined' })
    await waitUntilDelivered(shop.app.database)
    return { ...job, version: await versionOf(shop, job.ticketId) }
  }),
  'approvals.withdraw': onTicket(DESK, { jobNumber: 1 }, async ({ app }, ticketId) => {
    await app.as('dana').approvals.request({ ticketId, jobNumbers: [1] })
    await waitUntilDelivered(app.database)
  }),
  'customerView.listApprovals': byLink(),
  'customerView.answerLine': byLink({
    requestId: '6f6f0f4e-5b1e-4c64-9a0c-0a2d9a1b2c3d',
    jobNumber: 1,
    version: 'as it was',
    answer: 'approved',
    typedName: 'June Park',
  }),
}

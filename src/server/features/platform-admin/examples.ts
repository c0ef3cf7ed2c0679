import { randomUUID } from 'node:crypto'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import {
  claimOf,
  completed,
  type Examples,
  forFounders,
  freshEmail,
  type Input,
  type OnTicket,
} from '../../../../test/support/examples/example.ts'
import { CANARY, type SecretFixtures, VIN } from '../../../../test/support/examples/secret-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'

const MONTH = { from: '2025-09-01', until: '2025-09-30', note: CANARY }

/** On a company of its own, so that others are not affected. */
const onCompany = (
  input: Input,
  before: (shop: SecretFixtures, companyUUID: string) => Promise<unknown> = async () => {},
) =>
  forFounders(async shop => {
    const { companyUUID } = await shop.app.as('visitor').companies.register({
      companyName: 'New RV',
      companyPhone: '(512) 555-0100',
      email: freshEmail(),
      password: PASSWORD,
    })
    await before(shop, companyUUID)
    return { companyUUID, ...input }
  })

const onReview = (before: OnTicket = async () => {}) =>
  forFounders(async shop => {
    const { app } = shop
    const ticketId = await shop.ticket()
    await completed(shop, ticketId)
    const unanswered = { answer: null, answeredAt: null, answeredByName: null }
    const notRemoved = { removedAt: null, removedByName: null, removedBecause: null }
    const content = { stars: 5, words: CANARY, rig: 'RV', writtenAt: app.now }
    await app.database
      .insertInto('review')
      .values({ companyId: app.ids.dana, ticketId, ...content, ...unanswered, ...notRemoved })
      .execute()
    await before(shop, ticketId)
    return { companyUUID: app.ids.dana, ticketId, reason: CANARY }
  })

const atBluebonnet = forFounders(async ({ app }) => ({ companyUUID: app.ids.dana }))

export const examples: Examples = {
  'platformAdmin.listCompanies': forFounders(async () => ({ q: '@bluebonnet' })),
  'platformAdmin.getCompany': atBluebonnet,
  'platformAdmin.listReviews': atBluebonnet,
  'platformAdmin.verify': onCompany(MONTH),
  'platformAdmin.unverify': onCompany({ reason: CANARY }, ({ app }, companyUUID) =>
    app.as('maya').platformAdmin.verify({ companyUUID, ...MONTH }),
  ),
  'platformAdmin.setPending': onCompany({ pendingStatus: false }),
  'platformAdmin.suspend': onCompany({ reason: CANARY }),
  'platformAdmin.restore': onCompany({ reason: CANARY }, async ({ app }, companyUUID) => {
    await app.as('maya').platformAdmin.suspend({ companyUUID, reason: CANARY })
    await waitUntilDelivered(app.database)
  }),
  'platformAdmin.removeReview': onReview(),
  'platformAdmin.restoreReview': onReview(({ app }, ticketId) =>
    app.as('maya').platformAdmin.removeReview({ companyUUID: app.ids.dana, ticketId, reason: CANARY }),
  ),
  'platformAdmin.getHistory': forFounders(async () => ({ vin: VIN })),
  'platformAdmin.correctVin': forFounders(async shop => {
    const ticketId = await shop.ticket()
    await completed(shop, ticketId)
    const newVin = sharedVin('HU5H-0003')
    return { vin: VIN, companyUUID: shop.app.ids.dana, ticketId, newVin, reason: CANARY }
  }),
  'platformAdmin.endClaim': forFounders(async shop => {
    const vin = sharedVin(`HELD-${randomUUID().slice(0, 8)}`)
    await claimOf(shop, vin, await shop.ticket(vin))
    return { vin, reason: CANARY }
  }),
  'platformAdmin.listDisputes': forFounders(async () => ({})),
  'platformAdmin.listAuditEntries': forFounders(async () => ({})),
  'platformAdmin.listBackgroundJobs': forFounders(async () => ({})),
}

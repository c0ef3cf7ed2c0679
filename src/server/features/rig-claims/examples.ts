import { randomUUID } from 'node:crypto'
import { tokenIn } from '../../../../test/support/customer-fixtures.ts'
import { waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import {
  ANYONE,
  byHand,
  byId,
  claimOf,
  DESK,
  type Examples,
  type Input,
  JUNES,
  own,
  RV_OWNER,
} from '../../../../test/support/examples/example.ts'
import { CANARY, type SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'
import { createVisit } from '../../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'

/** A rig of June's, with Bluebonnet's work on it. */
async function claimedRig(shop: SecretFixtures) {
  const vin = sharedVin(`HELD-${randomUUID().slice(0, 8)}`)
  const ticketId = await shop.ticket(vin)
  const photoId = await shop.photo(ticketId)
  await claimOf(shop, vin, ticketId)
  return { vin, ticketId, photoId, companyUUID: shop.app.ids.dana }
}

type Rig = Awaited<ReturnType<typeof claimedRig>>

const onRig = (ask: (shop: SecretFixtures, rig: Rig) => Promise<Input>) =>
  byId(JUNES, async shop => ask(shop, await claimedRig(shop)))

const atRig = onRig(async (_, { vin }) => ({ vin }))

const noteOn = ({ photoId: _, ...visit }: Rig, kind: 'note' | 'dispute') => ({ ...visit, kind })

async function reportOn({ app, addSecret }: SecretFixtures, vin: string) {
  const { report } = await app.as('june').rigClaims.createReport({ vin })
  addSecret(report.path)
  return report
}

export const examples: Examples = {
  'rigClaims.list': own(RV_OWNER),
  // Anyone with the code may; tests beside this file show the rest, and those of a report's link.
  'rigClaims.claim': byHand(RV_OWNER, async ({ app }) => {
    const { vin, code } = await createVisit(app, { vin: sharedVin(`OPEN-${randomUUID().slice(0, 8)}`) })
    return { vin, code }
  }),
  'rigClaims.getReport': byHand(ANYONE, async shop => {
    const { vin } = await claimedRig(shop)
    return { token: tokenIn((await reportOn(shop, vin)).path) }
  }),
  reportPhoto: byHand(ANYONE),
  'rigClaims.get': atRig,
  'rigClaims.release': atRig,
  'rigClaims.createTransfer': atRig,
  'rigClaims.cancelTransfer': onRig(async ({ app }, { vin }) => {
    await app.as('june').rigClaims.createTransfer({ vin })
    return { vin }
  }),
  'rigClaims.createReport': atRig,
  'rigClaims.revokeReport': onRig(async (shop, { vin }) => ({
    vin,
    reportId: (await reportOn(shop, vin)).reportId,
  })),
  'rigClaims.saveNote': onRig(async (_, rig) => ({ ...noteOn(rig, 'dispute'), words: `Leaks ${CANARY}` })),
  'rigClaims.deleteNote': onRig(async ({ app }, rig) => {
    await app.as('june').rigClaims.saveNote({ ...noteOn(rig, 'note'), words: `Leaks ${CANARY}` })
    return noteOn(rig, 'note')
  }),
  rigPhotos: onRig(async (_, { photoId: __, ...visit }) => visit),
  rigPhoto: onRig(async (_, { ticketId: __, ...photo }) => ({ ...photo, size: 'small' })),
  'tickets.disputes': byId(DESK, async shop => {
    const rig = await claimedRig(shop)
    const dispute = { ...noteOn(rig, 'dispute'), words: `Leaks ${CANARY}` }
    await shop.app.as('june').rigClaims.saveNote(dispute)
    await waitUntilDelivered(shop.app.database)
    return { ticketId: rig.ticketId }
  }),
}

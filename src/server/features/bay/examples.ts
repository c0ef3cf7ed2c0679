import { randomUUID } from 'node:crypto'
import {
  byId,
  DESK,
  type Examples,
  OWN_DESK,
  own,
  TECHNICIANS,
  wholePiece,
  withFile,
} from '../../../../test/support/examples/example.ts'
import { CANARY, type SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

const handedOver = (ticketId: number) => ({
  ...{ ticketId, jobNumber: 1, label: `Cause ${CANARY}`, text: `Cracked ${CANARY}` },
  ...{ reason: 'This ticket was reassigned.', tappedAt: new Date('2025-11-20T15:00:00Z') },
})

const photoOf = (label: string) => wholePiece({ label, reason: CANARY, tappedAt: '2025-11-20T15:00:00Z' })

/** A photo that Rosa handed to Bluebonnet's desk. */
async function handOverPhoto(shop: SecretFixtures) {
  const ticketId = await shop.ticket()
  const [job] = (await shop.app.as('rosa').tickets.get({ ticketId })).jobs
  const { input, bytes: body = null, headers = {} } = await photoOf(`Photo, job 1. ${job?.problem}`)
  const asked = new URLSearchParams(input as Record<string, string>)
  const path = `/api/tickets/${ticketId}/jobs/1/photos/${randomUUID()}/hand-over?${asked}`
  const answer = await shop.app.fetch(path, { as: 'rosa', method: 'PATCH', headers, body })
  const { handOverId } = (await answer.json()) as { handOverId: string }
  shop.addSecret(handOverId)
  return { handOverId }
}

export const examples: Examples = {
  'bay.report': {
    ...own(TECHNICIANS, { deviceId: randomUUID(), notSent: 3, oldestTappedAt: null }),
    isUnlogged: true,
  },
  'bay.devices': own(OWN_DESK),
  'bay.dismissDevices': {
    ...own(OWN_DESK, { technicianId: randomUUID() }),
    isUnlogged: true,
  },
  'bay.handOvers': own(OWN_DESK),
  // After the list: what another company hands over to its own desk is on its own list.
  handOverPhotoPiece: withFile(
    'own',
    async shop => {
      const ticketId = await shop.ticket()
      return async () => {
        const { input, ...piece } = await photoOf(CANARY)
        return { ...piece, input: { ...input, ticketId, jobNumber: 1, photoId: randomUUID() } }
      }
    },
    'rosa',
  ),
  handedOverPhotoProgress: own(TECHNICIANS, async shop => ({
    ticketId: await shop.ticket(),
    jobNumber: 1,
    photoId: randomUUID(),
  })),
  'bay.handOver': own(TECHNICIANS, async shop => handedOver(await shop.ticket())),
  'bay.settleHandOver': byId(DESK, async shop => {
    const { handOverId } = await shop.app.as('rosa').bay.handOver(handedOver(await shop.ticket()))
    shop.addSecret(handOverId)
    return { handOverId }
  }),
  'bay.addHandedOverPhoto': byId(DESK, handOverPhoto),
  handedOverPhoto: byId(DESK, handOverPhoto),
}

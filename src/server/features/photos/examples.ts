import { randomUUID } from 'node:crypto'
import {
  BAY,
  byId,
  byLink,
  DESK,
  type Examples,
  imageFormOf,
  onTicket,
  wholePiece,
  withFile,
} from '../../../../test/support/examples/example.ts'
import type { SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

const putImage = withFile('by-id', async shop => {
  const ticketId = await shop.ticket()
  return async () => ({ input: { ticketId }, form: await imageFormOf('image') })
})

const onImage = (image: 'customer-image' | 'rig-image') =>
  onTicket(DESK, {}, (shop, ticketId) => shop.image(`/tickets/${ticketId}/${image}`))

async function subletOf({ app }: SecretFixtures, ticketId: number) {
  const part = { quantity: 1, description: 'Windshield', sublet: { supplier: 'Glass & Go' } }
  return { ticketId, partId: (await app.as('dana').tickets.addPart({ ticketId, ...part })).partId }
}

async function furnaceOf({ app, ticket }: SecretFixtures) {
  const ticketId = await ticket()
  await app.as('dana').preferences.change({ listsComponents: true })
  const { componentId } = await app.as('dana').components.add({ ticketId, kind: 'furnace' })
  return { ticketId, componentId }
}

const onBill = byId(DESK, async shop => {
  const sublet = await subletOf(shop, await shop.ticket())
  const body = await imageFormOf('bill')
  const path = `/api/tickets/${sublet.ticketId}/parts/${sublet.partId}/supplier-bill`
  await shop.app.fetch(path, { as: 'dana', method: 'PUT', body })
  return sublet
})

export const examples: Examples = {
  putSupplierBill: withFile('by-id', async shop => {
    const input = await subletOf(shop, await shop.ticket())
    return async () => ({ input, form: await imageFormOf('bill') })
  }),
  removeSupplierBill: onBill,
  supplierBill: onBill,
  addPhotos: withFile('by-id', async shop => {
    const input = { ticketId: await shop.ticket(), jobNumber: 1 }
    return async () => ({ input, form: await imageFormOf('photos') })
  }),
  addPhotoPiece: withFile('by-id', async shop => {
    const call = await wholePiece({ ticketId: await shop.ticket(), jobNumber: 1, photoId: randomUUID() })
    return async () => call
  }),
  photoProgress: onTicket(BAY, { jobNumber: 1, photoId: randomUUID() }),
  addPlatePiece: withFile('by-id', async shop => {
    const call = await wholePiece({ ...(await furnaceOf(shop)), photoId: randomUUID() })
    return async () => call
  }),
  plateProgress: byId(BAY, async shop => ({ ...(await furnaceOf(shop)), photoId: randomUUID() })),
  plate: byId(BAY, async shop => {
    const furnace = await furnaceOf(shop)
    const photoId = randomUUID()
    const { input, bytes, headers } = await wholePiece({ ...furnace, photoId })
    const path = `/api/tickets/${furnace.ticketId}/components/${furnace.componentId}/plate/${photoId}`
    const response = await shop.app.fetch(`${path}?size=${input.size}`, {
      ...{ as: 'dana', method: 'PATCH' },
      ...(bytes && { body: bytes }),
      ...(headers && { headers }),
    })
    const { small } = (await response.json()) as { small: string }
    return { ticketId: furnace.ticketId, photoId: small.replace(/.*plates.|[?].*/g, '') }
  }),
  removePhoto: byId(BAY, async shop => {
    const ticketId = await shop.ticket()
    return { ticketId, jobNumber: 1, photoId: await shop.photo(ticketId) }
  }),
  photo: byId(BAY, async shop => {
    const ticketId = await shop.ticket()
    return { ticketId, photoId: await shop.photo(ticketId) }
  }),
  linkPhoto: byLink(),
  linkPhotos: byLink(),
  putCustomerImage: putImage,
  removeCustomerImage: onImage('customer-image'),
  customerImage: onImage('customer-image'),
  putRigImage: putImage,
  removeRigImage: onImage('rig-image'),
  rigImage: onImage('rig-image'),
}

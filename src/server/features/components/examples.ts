import {
  BAY,
  byId,
  type Examples,
  OWN_DESK,
  onTicket,
  own,
} from '../../../../test/support/examples/example.ts'
import { CANARY, type SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

const FURNACE = { kind: 'furnace', maker: 'Suburban', model: 'SF-30F', serial: CANARY } as const

/** At a company that lists components. */
async function addFurnace({ app }: SecretFixtures, ticketId: number): Promise<string> {
  await app.as('dana').preferences.change({ listsComponents: true })
  return (await app.as('dana').components.add({ ticketId, ...FURNACE })).componentId
}

const withFurnace = async (shop: SecretFixtures) => {
  const ticketId = await shop.ticket()
  return { ticketId, componentId: await addFurnace(shop, ticketId) }
}

export const examples: Examples = {
  'components.list': onTicket(BAY, {}, addFurnace),
  'components.add': onTicket(BAY, FURNACE, addFurnace),
  'components.correct': byId(BAY, async shop => ({
    ...(await withFurnace(shop)),
    ...FURNACE,
    place: 'rear',
  })),
  'components.remove': byId(BAY, withFurnace),
  'components.listRigs': own(OWN_DESK, async shop => {
    await withFurnace(shop)
    return { maker: FURNACE.maker, model: FURNACE.model }
  }),
}

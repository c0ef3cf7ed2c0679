import { randomUUID } from 'node:crypto'
import {
  BAY,
  byId,
  claimOf,
  type Examples,
  type Input,
  JUNES,
  OWN_DESK,
  onTicket,
  own,
} from '../../../../test/support/examples/example.ts'
import { CANARY, type SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'

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

/** A rig of June's, with a furnace that Bluebonnet entered, and what of it is asked. */
const onRig = (ask: (shop: SecretFixtures, rig: { vin: string; componentId: string }) => Promise<Input>) =>
  byId(JUNES, async shop => {
    const vin = sharedVin(`MADE-${randomUUID().slice(0, 7)}`)
    const ticketId = await shop.ticket(vin)
    const componentId = await addFurnace(shop, ticketId)
    await claimOf(shop, vin, ticketId)
    return { vin, ...(await ask(shop, { vin, componentId })) }
  })

const ownFurnace = async ({ app }: SecretFixtures, { vin }: { vin: string }) => ({
  componentId: (await app.as('june').rigComponents.add({ vin, ...FURNACE })).componentId,
})

const entryOf = async ({ app }: SecretFixtures, { vin }: { vin: string }) => {
  const [component] = (await app.as('june').rigComponents.list({ vin })).components
  return { entryId: component?.entries[0]?.entryId ?? '' }
}

export const examples: Examples = {
  'components.list': onTicket(BAY, {}, addFurnace),
  'components.listFittedParts': byId(BAY, withFurnace),
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
  'rigComponents.list': onRig(async () => ({})),
  'rigComponents.add': onRig(async () => FURNACE),
  'rigComponents.correct': onRig(async (shop, rig) => ({
    ...(await ownFurnace(shop, rig)),
    ...{ ...FURNACE, place: 'rear' },
  })),
  'rigComponents.remove': onRig(ownFurnace),
  'rigComponents.share': onRig(async (_, { componentId }) => ({ componentId, isShared: true })),
  'rigComponents.dispute': onRig(async (shop, rig) => ({
    ...(await entryOf(shop, rig)),
    words: `Not mine ${CANARY}`,
  })),
  'rigComponents.withdrawDispute': onRig(async (shop, rig) => {
    const { entryId } = await entryOf(shop, rig)
    await shop.app.as('june').rigComponents.dispute({ vin: rig.vin, entryId, words: `Not mine ${CANARY}` })
    return { entryId }
  }),
}

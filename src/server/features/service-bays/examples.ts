import {
  byId,
  DESK,
  type Examples,
  OFFICE,
  OWN_DESK,
  OWN_OFFICE,
  own,
  renewed,
} from '../../../../test/support/examples/example.ts'
import type { SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

/** A name that the company has not had. */
let count = 0
const nextName = (): string => {
  count += 1
  return `Bay ${count}`
}

/** One that is removed again when the next is added: a company can have only so many. */
let last: string | null = null
async function addServiceBay({ app, addSecret }: SecretFixtures): Promise<string> {
  const { serviceBays } = app.as('dana')
  if (last !== null) await serviceBays.remove({ serviceBayId: last }).catch(() => {})
  const name = `${nextName()} behind the hedge`
  addSecret(name)
  const { serviceBayId } = await serviceBays.add({ name })
  last = serviceBayId
  return serviceBayId
}

export const examples: Examples = {
  'serviceBays.list': own(OWN_DESK),
  'serviceBays.add': renewed(own(OWN_OFFICE), async ({ app }) => {
    const { serviceBays } = app.as('dana')
    for (const { id, name } of await serviceBays.list())
      if (/^Bay \d+$/.test(name)) await serviceBays.remove({ serviceBayId: id })
    return { name: nextName() }
  }),
  'serviceBays.rename': byId(OFFICE, async shop => ({
    serviceBayId: await addServiceBay(shop),
    name: nextName(),
  })),
  'serviceBays.remove': byId(OFFICE, async shop => ({ serviceBayId: await addServiceBay(shop) })),
  'serviceBays.moveTicket': byId(DESK, async shop => ({
    ticketId: await shop.ticket(),
    serviceBayId: await addServiceBay(shop),
  })),
}

import { june } from '#server/seed/demo-accounts.ts'
import {
  byId,
  DESK,
  type Examples,
  freshEmail,
  OWN_DESK,
  own,
} from '../../../../test/support/examples/example.ts'
import { type SecretFixtures, VIN } from '../../../../test/support/examples/secret-fixtures.ts'

/** A new customer of Bluebonnet's. */
async function customerOf({ app, addSecret }: SecretFixtures): Promise<string> {
  const email = freshEmail()
  addSecret(email)
  const desk = app.as('dana')
  const { ticketId } = await desk.tickets.create({
    ...june,
    customerDetails: { ...june.customerDetails, email },
  })
  return (await desk.tickets.get({ ticketId })).customerId ?? ''
}

/** Another note each time. */
let notes = 0

export const examples: Examples = {
  'customers.suggest': own(OWN_DESK, { firstName: 'june' }),
  'customers.find': own(OWN_DESK, { q: 'june' }),
  'customers.ofRig': own(OWN_DESK, { vin: VIN }),
  'customers.get': byId(DESK, async shop => ({ customerId: await customerOf(shop) })),
  'customers.change': byId(DESK, async shop => {
    notes += 1
    return { customerId: await customerOf(shop), note: `Calls first (${notes})` }
  }),
  'customers.merge': byId(DESK, async shop => ({
    customerId: await customerOf(shop),
    into: await customerOf(shop),
  })),
  'customers.separate': byId(DESK, async shop => {
    const customerId = await customerOf(shop)
    await shop.app.as('dana').customers.merge({ customerId, into: await customerOf(shop) })
    return { customerId }
  }),
}

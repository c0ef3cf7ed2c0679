// What the desk sees of technicians' phones.

import { query } from '#server/rpc/procedures.ts'
import { listHandOvers, listPhones } from './store.ts'

export const listDevices = query.bay.devices.handler(async ({ context: { work } }) => ({
  technicians: await listPhones(work),
}))

export const listHandedOver = query.bay.handOvers.handler(async ({ context: { work } }) => ({
  handOvers: await listHandOvers(work),
}))

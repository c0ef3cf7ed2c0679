// How a company bills, chosen by its owner.

import { command, query } from '#server/rpc/procedures.ts'
import { getBillingSettings as getSettings, turnOnBilling as turnOn } from './store.ts'

export const getBillingSettings = query.billing.getSettings.handler(({ context: { work } }) =>
  getSettings(work),
)

export const turnOnBilling = command.billing.turnOn.handler(async ({ context: { work } }) => {
  const { isOn } = await getSettings(work)
  if (!isOn) await turnOn(work)
  return { done: true }
})

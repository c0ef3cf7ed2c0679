import {
  byId,
  type Examples,
  OFFICE,
  OWN_BOARD,
  OWN_BOARD_WHERE_ON,
  OWN_OFFICE,
  own,
} from '../../../../test/support/examples/example.ts'
import { CANARY, type SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

const HOUR_MS = 60 * 60 * 1000

/** Hours that no other example has. */
let count = 0
const nextTimes = ({ app }: SecretFixtures) => {
  count += 1
  const clockInTime = new Date(app.now.getTime() - (1000 + 2 * count) * HOUR_MS)
  return { clockInTime, clockOutTime: new Date(clockInTime.getTime() + HOUR_MS) }
}

/** Time in the shop that the owner entered. */
async function addTime(shop: SecretFixtures) {
  const { app } = shop
  const time = { employeeId: app.ids.rosa, reason: `Forgot ${CANARY}`, ...nextTimes(shop) }
  return app.as('dana').shopClock.add(time)
}

const days = { from: '2025-11-01', to: '2025-11-30' }
const turnedOn = async ({ app }: SecretFixtures) => {
  await app.as('dana').preferences.change({ clocksShopTime: true })
  return {}
}

export const examples: Examples = {
  'shopClock.mine': own(OWN_BOARD),
  // Refused where it is off, as at the rival.
  'shopClock.clockIn': own(OWN_BOARD_WHERE_ON, turnedOn),
  'shopClock.clockOut': own(OWN_BOARD_WHERE_ON, async shop => {
    await turnedOn(shop)
    for (const who of ['dana', 'walt', 'rosa', 'sam'] as const) await shop.app.as(who).shopClock.clockIn()
    return {}
  }),
  'shopClock.list': own(OWN_OFFICE, days),
  'shopClock.add': byId(OFFICE, async shop => {
    return { employeeId: shop.app.ids.rosa, reason: `Forgot ${CANARY}`, ...nextTimes(shop) }
  }),
  'shopClock.correct': byId(OFFICE, async shop => ({ ...(await addTime(shop)), reason: `Typo ${CANARY}` })),
  'shopClock.remove': byId(OFFICE, async shop => ({ ...(await addTime(shop)), reason: `Twice ${CANARY}` })),
}

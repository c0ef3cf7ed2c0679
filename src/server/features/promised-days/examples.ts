import { weekdayOf } from '#domain/companies/opening-times.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { byId, DESK, type Examples, onTicket } from '../../../../test/support/examples/example.ts'
import { CANARY, type SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'

/** A Monday that no promise has had. */
let weeks = 1
function nextMonday({ app }: SecretFixtures): string {
  weeks = (weeks % 40) + 1
  const today = dayOf(app.now, 'UTC')
  return addDays(today, 8 - weekdayOf(today) + 7 * weeks)
}

async function promise(shop: SecretFixtures, ticketId: number) {
  await shop.app.as('dana').preferences.change({ promisesDays: true })
  return { ticketId, day: nextMonday(shop), reason: `Waits for the seal ${CANARY}` }
}

export const examples: Examples = {
  'promisedDays.get': onTicket(DESK, {}, async (shop, ticketId) => {
    const { promisedDays } = shop.app.as('dana')
    for (const _ of ['promise', 'move']) await promisedDays.promise(await promise(shop, ticketId))
  }),
  'promisedDays.promise': {
    ...byId(DESK),
    prepare: async shop => {
      const { ticketId, reason } = await promise(shop, await shop.ticket())
      return async () => ({ input: { ticketId, day: nextMonday(shop), reason } })
    },
  },
}

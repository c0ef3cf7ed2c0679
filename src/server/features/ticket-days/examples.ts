import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { byId, DESK, type Examples, onTicket } from '../../../../test/support/examples/example.ts'

export const examples: Examples = {
  'ticketDays.get': onTicket(DESK),
  'ticketDays.correct': byId(DESK, async shop => {
    const desk = shop.app.as('dana')
    await desk.preferences.change({ promisesDays: true })
    const ticketId = await shop.ticket()
    const arrivedOn = addDays(dayOf(shop.app.now, 'UTC'), -5)
    await desk.tickets.changeRigVisit({ ticketId, arrivedOn })
    return { ticketId, firstDay: arrivedOn, lastDay: addDays(arrivedOn, 2), cause: 'bay' }
  }),
}

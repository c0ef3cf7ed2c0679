import { dayOf } from '#domain/lib/company-time.ts'
import { createVisitToday } from '../../../../test/support/customer-fixtures.ts'
import { byId, DESK, type Examples, OWN_DESK, own } from '../../../../test/support/examples/example.ts'

export const examples: Examples = {
  'schedule.week': own(OWN_DESK, { from: '2026-03-16' }),
  'schedule.stops': byId(DESK, async ({ app, addSecret }) => {
    await createVisitToday(app)
    addSecret('Lucille', 'Okafor')
    return { employeeId: app.ids.rosa, day: dayOf(app.now, 'America/Indiana/Indianapolis') }
  }),
}

import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ServiceBay } from '#domain/tickets/ticket.ts'
import { api } from '#web/api/client.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { meQuery } from '#web/api/session.ts'
import { App } from '#web/app.tsx'
import { CheckInForm } from '#web/features/bookings/check-in-form.tsx'
import { useServiceBays } from '#web/features/service-bays/use-service-bays.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { DayBoard } from '#web/pages/desk/schedule/day-board.tsx'
import type { Week } from '#web/pages/desk/schedule/week.ts'
import { TicketServiceBay } from '#web/pages/desk/ticket/ticket-service-bay.tsx'
import { createAppRouter } from '#web/router.tsx'

const DANA = '00000000-0000-4000-8000-000000000001'
const BAYS: readonly ServiceBay[] = [{ id: '00000000-0000-4000-8000-000000000002', name: 'Long bay' }]
const WEEK: Week = {
  ...{ from: '2025-11-24', today: '2025-11-24', timeZone: 'America/Indiana/Indianapolis' },
  ...{ daysOfOperation: [1, 5], hoursOfOperation: [8, 18], weekdayHours: [], closedDays: [] },
  technicians: [
    { id: 'rosa', firstName: 'Rosa', lastName: 'Díaz', isActive: true, workingHours: [], timeOff: [] },
  ],
  ...{ entries: [], appointments: [], unassignedCount: 0, unassigned: [], carriedOver: [] },
}
const ticket = {
  ...{ ticketId: 412_873, state: 'active', confirmedAt: null, serviceBay: null },
  customerRV: { vin: '', make: '', model: '', year: '', axleAmount: null },
} as unknown as TicketView

function queriesOf(serviceBays: readonly ServiceBay[]) {
  const queries = createQueryClient()
  queries.setDefaultOptions({
    queries: { staleTime: Number.POSITIVE_INFINITY, queryFn: () => new Promise<never>(() => {}) },
  })
  queries.setQueryData<unknown>(meQuery.queryKey, {
    kind: 'owner',
    id: DANA,
    name: 'Dana Reyes',
    companyId: DANA,
  })
  queries.setQueryData(api.serviceBays.list.queryKey(), serviceBays)
  queries.setQueryData(api.schedule.week.queryKey({ input: { days: 1 } }), WEEK)
  return queries
}

function markupOf(content: ReactNode, serviceBays: readonly ServiceBay[]): string {
  const queries = queriesOf(serviceBays)
  return renderToString(
    createElement(MantineProvider, null, createElement(QueryClientProvider, { client: queries }, content)),
  )
}

/** The schedule's day as it is asked for by bays. */
async function scheduleOf(serviceBays: readonly ServiceBay[]): Promise<string> {
  const queries = queriesOf(serviceBays)
  const router = createAppRouter(queries)
  const history = createMemoryHistory({ initialEntries: ['/schedule?day=today&rows=bays'] })
  router.update({ ...router.options, history })
  await router.load()
  return renderToString(createElement(App, { queries, router }))
}

/** As the schedule chooses. */
function Day() {
  const { serviceBays } = useServiceBays()
  const rows = serviceBays.length > 0 ? serviceBays : null
  return createElement(DayBoard, { week: WEEK, serviceBays: rows, onAssignRequest: () => {} })
}

const SCREENS = {
  'Check In': createElement(CheckInForm, { ticket, label: 'Check In', onClose: () => {} }),
  'the ticket': createElement(TicketServiceBay, { ticket }),
  'the day': createElement(Day),
}

test.each(Object.entries(SCREENS))('%s has bays once the company has one', (_, screen) => {
  expect(markupOf(screen, BAYS)).toContain('Long bay')
  expect(markupOf(screen, [])).not.toMatch(/\bBays?\b/i)
})

test('the schedule offers its rows by bays once the company has one', async () => {
  expect(await scheduleOf(BAYS)).toMatch(/<button[^>]*aria-pressed="true"[^>]*>(<[^>]+>)*Bays</)
  const off = await scheduleOf([])
  expect(off).toContain('Previous')
  expect(off).not.toMatch(/>Bays?</i)
})

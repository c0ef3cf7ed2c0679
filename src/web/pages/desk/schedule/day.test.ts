import { expect, test } from 'vitest'
import { hoursOfRows, rowsOf, serviceBayRowsOf, ticketsForServiceBay } from './day.ts'
import { areFreeHoursShown, entryOfToday, findDragged, freeHoursOn, type Week } from './week.ts'

const MONDAY = '2025-11-24'
const TUESDAY = '2025-11-25'

type Card = Week['unassigned'][number]
const cardOf = (ticketId: number, card: Partial<Card> = {}): Card => ({
  ...{ ticketId, state: 'active', firstName: 'June', lastName: 'Park', make: '', model: '', year: '' },
  ...{ assignedTechnician: null, technician: null, helpers: [], jobCount: 1, since: new Date(0), hold: null },
  ...{ isClockRunning: false, askedCount: 0, approvedCount: 0, declinedCount: 0 },
  ...{ bookedDay: null, appointmentAt: null, confirmedAt: null, plannedDay: null, serviceBay: null },
  ...card,
})
/** At 10:30 AM. */
const booked = { state: 'pending', bookedDay: MONDAY, appointmentAt: '2025-11-24T15:30:00.000Z' } as const
const confirmed = { ...booked, confirmedAt: '2025-11-20T19:00:00.000Z' }

const entryOf = (
  technicianId: string,
  card: Card,
  entry: Partial<Week['entries'][number]> = {},
): Week['entries'][number] => ({
  ...{ date: MONDAY, technicianId, isPlanned: true, estimatedHours: 2, hoursLeft: 2, place: null, card },
  ...entry,
})
const technician = (id: string, times: Partial<Week['technicians'][number]> = {}) => ({
  ...{ id, firstName: id, lastName: 'Ortiz', isActive: true, workingHours: [], timeOff: [] },
  ...times,
})
const dayOf = (day: Partial<Week> = {}): Week => ({
  ...{ from: MONDAY, today: MONDAY, timeZone: 'America/Indiana/Indianapolis' },
  ...{ daysOfOperation: [1, 5], hoursOfOperation: [8, 18], weekdayHours: [], closedDays: [] },
  technicians: [technician('rosa'), technician('sam')],
  ...{ entries: [], appointments: [], unassignedCount: 0, unassigned: [], carriedOver: [] },
  ...day,
})
const appointmentOf = (card: Card) => ({
  ...{ date: MONDAY, estimatedHours: 3, hoursLeft: 3, place: 'shop' as const, card },
})

const summaryOf = (week: Week) =>
  rowsOf(week).map(({ technician, untimed, bars }) => ({
    technician: technician?.id ?? null,
    untimed: untimed.map(({ card }) => card.ticketId),
    bars: bars.map(({ ticket, from, to }) => [ticket.card.ticketId, from, to]),
  }))

test('a day has a row for each technician, first what has none, and tells what has a time', () => {
  const week = dayOf({
    entries: [
      entryOf('sam', cardOf(1)),
      entryOf('sam', cardOf(2, confirmed), { place: 'site' }),
      // Planned for this day, with an appointment on another.
      entryOf('sam', cardOf(3, { ...confirmed, bookedDay: TUESDAY })),
      entryOf('sam', cardOf(4), { date: TUESDAY }),
    ],
    appointments: [
      appointmentOf(cardOf(5, confirmed)),
      appointmentOf(cardOf(6, { ...confirmed, assignedTechnician: 'rosa' })),
    ],
  })
  expect(summaryOf(week)).toEqual([
    { technician: null, untimed: [], bars: [[5, 10.5, 13.5]] },
    { technician: 'rosa', untimed: [], bars: [[6, 10.5, 13.5]] },
    { technician: 'sam', untimed: [1, 3], bars: [[2, 10.5, 12.5]] },
  ])
  expect(summaryOf(dayOf()).map(row => row.technician)).toEqual(['rosa', 'sam'])
})

test('a row says when its technician works, and how much is promised', () => {
  const workingHours = [{ weekday: 1, opens: 6, closes: 11 }]
  const timeOff = [{ timeOffId: 'monday', firstDay: MONDAY, lastDay: MONDAY, reason: '' }]
  const technicians = [technician('rosa', { workingHours }), technician('sam', { timeOff })]
  const appointments = [
    appointmentOf(cardOf(5, confirmed)),
    appointmentOf(cardOf(6, { ...confirmed, assignedTechnician: 'rosa' })),
  ]
  const rows = rowsOf(dayOf({ technicians, appointments, entries: [entryOf('rosa', cardOf(1))] }))
  expect(rows.map(({ open, load }) => ({ open, promised: load?.promised }))).toEqual([
    { open: [8, 18], promised: undefined },
    { open: [6, 11], promised: 5 },
    { open: null, promised: 0 },
  ])
  expect(hoursOfRows(rows, dayOf())).toEqual({ from: 6, to: 18 })
  const closedDays = [{ firstDay: MONDAY, lastDay: MONDAY, reason: 'Inventory' }]
  expect(rowsOf(dayOf({ technicians, closedDays })).map(({ open }) => open)).toEqual([null, null])
})

test('a day of a closed company still shows hours, and more for what is late', () => {
  const sunday = dayOf({ from: '2025-11-23', today: '2025-11-23' })
  expect(hoursOfRows(rowsOf(sunday), sunday)).toEqual({ from: 8, to: 18 })
  const late = { ...confirmed, appointmentAt: '2025-11-24T23:30:00.000Z' }
  const day = dayOf({ appointments: [appointmentOf(cardOf(5, late))] })
  expect(hoursOfRows(rowsOf(day), day)).toEqual({ from: 8, to: 22 })
})

test('what can be moved is a plan, today’s technician, and an appointment that is not over', () => {
  const rows = rowsOf(
    dayOf({
      entries: [
        entryOf('rosa', cardOf(1, { assignedTechnician: 'rosa' }), { isPlanned: false }),
        entryOf('rosa', cardOf(2, { assignedTechnician: 'sam' }), { isPlanned: false }),
        entryOf('rosa', cardOf(3, { state: 'completed' })),
      ],
      appointments: [
        appointmentOf(cardOf(4, confirmed)),
        appointmentOf(cardOf(5, { ...confirmed, state: 'completed' })),
      ],
    }),
  )
  const tickets = rows.flatMap(({ untimed, bars }) => [...untimed, ...bars.map(({ ticket }) => ticket)])
  expect(Object.fromEntries(tickets.map(({ card, isMovable }) => [card.ticketId, isMovable]))).toEqual({
    ...{ 1: true, 2: false, 3: false },
    ...{ 4: true, 5: false },
  })
})

test('free hours are those of active technicians, today and later, once hours are set', () => {
  const workingHours = [{ weekday: 1, opens: 6, closes: 11 }]
  const week = dayOf({
    technicians: [
      technician('rosa', { workingHours }),
      technician('sam'),
      technician('kit', { isActive: false }),
    ],
    // Of Rosa's 5 hours and Sam's 10: 2 and 3 are promised, and 3 by nobody yet.
    entries: [entryOf('rosa', cardOf(1))],
    appointments: [
      appointmentOf(cardOf(5, confirmed)),
      appointmentOf(cardOf(6, { ...confirmed, assignedTechnician: 'sam' })),
    ],
  })
  expect(freeHoursOn(week, [MONDAY])).toBe(7)
  expect(freeHoursOn(week, ['2025-11-23', MONDAY, TUESDAY])).toBe(7 + 20)
  expect(freeHoursOn({ ...week, today: TUESDAY }, [MONDAY])).toBeNull()
  expect(freeHoursOn({ ...week, technicians: [technician('sam')] }, [MONDAY])).toBeNull()
  expect(areFreeHoursShown(week, MONDAY)).toBe(true)
})

test('a ticket is dragged by its entry, or by its number from wherever it is listed', () => {
  const entry = entryOf('rosa', cardOf(1, { assignedTechnician: 'rosa' }), { isPlanned: false })
  const week = dayOf({
    entries: [entry],
    appointments: [appointmentOf(cardOf(2, confirmed))],
    unassigned: [cardOf(3)],
    carriedOver: [{ plannedDay: '2025-11-21', card: cardOf(4) }],
  })
  expect(findDragged(week, `1 rosa ${MONDAY}`)).toEqual({ card: entry.card, movedEntry: entry })
  for (const ticketId of [2, 3, 4])
    expect(findDragged(week, String(ticketId))?.card).toMatchObject({ ticketId })
  expect(findDragged(week, '9')).toBeUndefined()
  expect(entryOfToday(week, entry.card)).toBe(entry)
  expect(entryOfToday({ ...week, today: TUESDAY }, entry.card)).toBeUndefined()
})

const [one, two] = [1, 2].map(number => ({ id: `bay-${number}`, name: String(number) }))
const bays = [one, two].filter(bay => bay !== undefined)

test('by bays a day has a row for each, first what is in none, and each ticket once', () => {
  const week = dayOf({
    entries: [
      entryOf('sam', cardOf(1, { serviceBay: one ?? null })),
      // Of two technicians.
      entryOf('rosa', cardOf(1, { serviceBay: one ?? null })),
      entryOf('sam', cardOf(2, { ...confirmed, serviceBay: two ?? null })),
      entryOf('sam', cardOf(3), { date: TUESDAY }),
    ],
    appointments: [
      appointmentOf(cardOf(4, { ...confirmed, serviceBay: two ?? null })),
      appointmentOf(cardOf(5, confirmed)),
    ],
    unassigned: [
      cardOf(6, { serviceBay: one ?? null }),
      cardOf(7),
      // It comes another day.
      cardOf(8, { ...confirmed, bookedDay: TUESDAY, serviceBay: one ?? null }),
      cardOf(4, { ...confirmed, serviceBay: two ?? null }),
    ],
  })
  const summaryOfBays = (of: Week) =>
    serviceBayRowsOf(of, bays).map(({ name, untimed, bars, overlapping }) => ({
      name,
      untimed: untimed.map(({ card }) => card.ticketId),
      bars: bars.map(bar => [bar.ticket.card.ticketId, bar.from, bar.to, overlapping.has(bar)]),
    }))
  expect(summaryOfBays(week)).toEqual([
    { name: 'No bay', untimed: [], bars: [[5, 10.5, 13.5, false]] },
    { name: 'Bay 1', untimed: [1, 6], bars: [] },
    {
      name: 'Bay 2',
      untimed: [],
      bars: [
        [4, 10.5, 13.5, true],
        [2, 10.5, 12.5, true],
      ],
    },
  ])
  const another = { ...week, today: TUESDAY }
  expect(summaryOfBays(another)[1]?.untimed).toEqual([1])
  expect(ticketsForServiceBay(week, 'bay-1').map(({ ticketId }) => ticketId)).toEqual([2, 4, 5, 7])
  expect(ticketsForServiceBay(week, 'bay-2').map(({ ticketId }) => ticketId)).toEqual([1, 5, 6, 7, 8])
})

test('without a time nothing overlaps, and what is in no bay never does', () => {
  const free = [5, 6].map(ticketId => appointmentOf(cardOf(ticketId, confirmed)))
  const [none] = serviceBayRowsOf(dayOf({ appointments: free }), bays)
  expect([none?.bars.length, none?.overlapping.size]).toEqual([2, 0])
})

import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { changeRigVisit } from './change-rig-visit.ts'
import { meterNotices, meterReadings, rigVisitErrors, rigVisitLines } from './rig-visit.ts'
import { NO_RIG_VISIT, type RigVisit } from './rig-visit-fields.ts'
import { book, close, complete, create, finalize, type Ticket } from './ticket.ts'

const DANA = { id: 'dana', name: 'Dana Whitfield' }
const NOW = new Date('2025-11-20T15:00:00Z')
const TODAY = '2025-11-20'
const customerDetails = {
  ...{ firstName: 'June', lastName: 'Park', email: '', phone: '(574) 555-0133', address: null },
  ...{ coordinates: null, profileImageUrl: null },
}
const customerRV = {
  ...{ vin: '1UJBJ0BN8M17X0042', make: 'Jayco', model: 'Jay Flight', year: '2021' },
  ...{ axleAmount: '2' as const, rvImage: null },
}
const active = create({ ticketId: 412_873, customerDetails, customerRV, jobs: [] }, DANA, NOW)
const visit = (changes: Partial<RigVisit>): RigVisit => ({ ...NO_RIG_VISIT, ...changes })

test.each([
  ['nothing as long as nothing was typed', {}, []],
  [
    'all that was typed',
    { odometer: 45_210, generatorHours: 312.4, arrivedOn: '2025-11-18', departedOn: '2025-11-20' },
    [
      'Odometer 45,210 miles',
      'Generator 312.4 hours',
      'Arrived Tue, Nov 18, 2025',
      'Departed Thu, Nov 20, 2025',
    ],
  ],
  ['a new rig', { odometer: 1, generatorHours: 0 }, ['Odometer 1 mile', 'Generator 0 hours']],
])('a paper has %s', (_, changes, lines) => {
  expect(rigVisitLines(visit(changes))).toEqual(lines)
})

test.each([
  [{ arrivedOn: '2025-11-20', departedOn: '2025-11-20' }, {}],
  [{ departedOn: '2025-11-20' }, {}],
  [{ arrivedOn: '2025-11-21' }, { arrivedOn: 'Enter today or an earlier day.' }],
  [{ departedOn: '2025-11-21' }, { departedOn: 'Enter today or an earlier day.' }],
  [
    { arrivedOn: '2025-11-19', departedOn: '2025-11-18' },
    { departedOn: 'The RV cannot depart before it arrived.' },
  ],
])('of %j the errors are %j', (dates, errors) => {
  expect(rigVisitErrors(visit(dates), TODAY)).toEqual(errors)
})

test('a meter that is lower than before is noticed, one that is the same is not', () => {
  const earlier = {
    odometer: { value: 45_210, day: '2025-08-04' },
    generatorHours: { value: 312.4, day: '2025-08-04' },
  }
  expect(meterNotices(visit({ odometer: 45_209, generatorHours: 312.3 }), earlier)).toEqual({
    odometer: 'Lower than 45,210 miles on Mon, Aug 4, 2025.',
    generatorHours: 'Lower than 312.4 hours on Mon, Aug 4, 2025.',
  })
  expect(meterNotices(visit({ odometer: 45_210 }), earlier)).toEqual({})
  expect(meterNotices(visit({ odometer: 1 }), { odometer: null, generatorHours: null })).toEqual({})
})

test('a change keeps what it does not name, and null empties a field', () => {
  const typed = changeRigVisit(active, { odometer: 45_210, arrivedOn: TODAY })
  expect(changeRigVisit(typed, { odometer: null, departedOn: TODAY }).rigVisit).toEqual(
    visit({ arrivedOn: TODAY, departedOn: TODAY }),
  )
  expect(changeRigVisit(typed, { odometer: 45_210, generatorHours: undefined })).toBe(typed)
})

test('it can be typed from Check In until after the work is in the history, but not of a closed ticket', () => {
  const finalized = finalize(active, cents(14_500), DANA, NOW)
  for (const ticket of [active, finalized, complete(finalized, DANA, NOW)])
    expect(changeRigVisit<Ticket>(ticket, { odometer: 1 }).rigVisit.odometer).toBe(1)
  const booked = book(active, DANA, NOW)
  const closed = close(active, { reason: 'no-show', note: '' }, DANA, NOW)
  for (const ticket of [booked, closed])
    expect(() => changeRigVisit<Ticket>(ticket, { odometer: 1 })).toThrow(Refusal)
})

test('the meters of a rig over time, newest first, and which shows less than before', () => {
  const visitOn = (ticketId: number, changes: object) => ({
    ...{ ticketId, odometer: null, generatorHours: null, arrivedOn: null, activeTimestamp: null },
    ...changes,
  })
  const visits = [
    visitOn(3, { odometer: 45_100, arrivedOn: '2025-11-18' }),
    visitOn(1, { odometer: 45_210, generatorHours: 300, activeTimestamp: new Date('2025-08-05T02:00:00Z') }),
    visitOn(2, { generatorHours: 312.4, arrivedOn: '2025-09-01' }),
    visitOn(4, { arrivedOn: '2025-11-20' }),
    visitOn(5, { odometer: 50_000 }),
  ]
  expect(meterReadings(visits, 'America/New_York')).toEqual([
    {
      ...{ ticketId: 3, day: '2025-11-18', odometer: 45_100, generatorHours: null },
      notices: ['Lower than 45,210 miles on Mon, Aug 4, 2025.'],
    },
    { ticketId: 2, day: '2025-09-01', odometer: null, generatorHours: 312.4, notices: [] },
    { ticketId: 1, day: '2025-08-04', odometer: 45_210, generatorHours: 300, notices: [] },
  ])
})

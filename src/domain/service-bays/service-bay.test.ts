import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#domain/refusals/refusal.ts'
import { MIN_BAR_HOURS } from '#domain/schedule/day-bars.ts'
import {
  bookConfirmed,
  cancel,
  checkIn,
  close,
  complete,
  finalize,
  type ServiceBay,
  summaryOf,
  type Ticket,
} from '#domain/tickets/ticket.ts'
import {
  canBeInServiceBay,
  moveToServiceBay,
  serviceBayNameProblem,
  serviceBayRemovalProblem,
  sortServiceBays,
} from './service-bay.ts'
import { serviceBayLabel } from './service-bay-label.ts'
import { overlapNote, overlapsOf } from './service-bay-overlap.ts'

const NOW = new Date('2025-11-24T05:00:00Z')
const day = { day: '2025-11-24', timeZone: 'America/Indiana/Indianapolis' }
const dana = { id: 'dana', name: 'Dana Reyes' }
const [one, two] = [1, 2].map(number => ({ id: `bay-${number}`, name: `Bay ${number}` })) as [
  ServiceBay,
  ServiceBay,
]

const bookedTicket = (ticketId: number) =>
  bookConfirmed(
    {
      ticketId,
      customerDetails: {
        ...{ firstName: 'June', lastName: 'Park', email: '', phone: '(574) 555-0201', address: '' },
        ...{ coordinates: null, profileImageUrl: null },
      },
      customerRV: {
        ...{ vin: '1UJBJ0BN4M17T0142', make: 'Jayco', model: '', year: '2021', rvImage: null },
        axleAmount: '2',
      },
      jobs: [{ problem: 'Roof leak', estimatedTime: 1, estimate: true }],
    },
    dana,
    NOW,
  )
const arrive = (ticket: Ticket) => checkIn(ticket, { broughtBy: '', keys: '', lot: '' }, dana, NOW)

describe('a name', () => {
  test.each([
    ['Bay 3', null],
    ['BAY 2', 'There is already a bay named Bay 2.'],
    ['2', 'There is already a bay named Bay 2.'],
    ['Bay 22', null],
    ['Bay 2 🔧', null],
    ['מפרץ 2', null],
  ])('%s', (name, problem) => {
    expect(serviceBayNameProblem(name, [one, two])).toBe(problem)
  })

  test.each([
    ['2', 'Bay 2'],
    ['Bay 2', 'Bay 2'],
    ['Long bay', 'Long bay'],
    ['2B', '2B'],
  ])('%s is %s in a sentence', (name, label) => {
    expect(serviceBayLabel(name)).toBe(label)
  })
})

test('bays are listed by name, numbers by their value', () => {
  const names = ['Wash', 'Bay 10', '3', 'bay 2', 'Bay 1']
  const sorted = sortServiceBays(names.map(name => ({ id: name, name })))
  expect(sorted.map(({ name }) => name)).toEqual(['Bay 1', 'bay 2', '3', 'Bay 10', 'Wash'])
})

test.each([
  [0, null],
  [1, 'Bay 2 has 1 open ticket. Move it to another bay first.'],
  [3, 'Bay 2 has 3 open tickets. Move them to another bay first.'],
])('a bay with %i tickets is removed: %s', (count, problem) => {
  expect(serviceBayRemovalProblem('2', count)).toBe(problem)
})

describe('a ticket', () => {
  const inBay = moveToServiceBay(bookedTicket(412_873), two)

  test('is in one bay, which its card says, or in none', () => {
    expect(inBay.serviceBay).toEqual(two)
    expect(summaryOf(inBay).serviceBay).toEqual(two)
    expect(moveToServiceBay(inBay, one).serviceBay).toEqual(one)
    expect(moveToServiceBay(inBay, two)).toBe(inBay)
    expect(moveToServiceBay(inBay, null).serviceBay).toBeNull()
  })

  test('stays in it until it leaves the shop', () => {
    const finalized = finalize(arrive(inBay), null, dana, NOW)
    expect(finalized.serviceBay).toEqual(two)
    expect(moveToServiceBay(finalized, null).serviceBay).toBeNull()
    const over = [
      complete(finalized, dana, NOW),
      close(arrive(inBay), { reason: 'no-show', note: '' }, dana, NOW),
      cancel(inBay, dana, NOW),
    ]
    for (const ticket of over) {
      expect(ticket.serviceBay).toBeNull()
      expect(canBeInServiceBay(ticket)).toBe(false)
      expect(() => moveToServiceBay(ticket, one)).toThrow(Refusal)
    }
  })

  test('is not in a bay as long as it is a request', () => {
    const request = { ...bookedTicket(412_873), confirmedAt: null }
    expect(canBeInServiceBay(request)).toBe(false)
    expect(() => moveToServiceBay(request, one)).toThrow(Refusal)
  })
})

const HOUR_MS = 60 * 60_000
const timed = (ticketId: number, hour: number, hoursLeft: number, serviceBay: ServiceBay | null) => ({
  ...{ ticketId, hoursLeft, serviceBay },
  at: new Date(NOW.getTime() + hour * HOUR_MS),
})

describe('the note on a bay that is taken', () => {
  const taken = [timed(104_217, 9, 2, two), timed(104_218, 10.5, 0, two), timed(104_219, 9, 8, one)]

  test.each([
    ['overlaps with one', 8, 1.5, 'Bay 2 already has ticket 104217 from 9 AM to 11 AM.'],
    ['begins when another ends', 12, 3, null],
    ['ends when another begins', 7, 2, null],
    [
      'overlaps with two',
      10,
      1,
      'Bay 2 already has ticket 104217 from 9 AM to 11 AM and ticket 104218 from 10:30 AM to 12 PM.',
    ],
  ])('that %s', (_, hour, hoursLeft, note) => {
    expect(overlapNote(104_220, [...taken, timed(104_220, hour, hoursLeft, two)], day)).toBe(note)
  })

  test('is none without a bay, without an appointment that day, and about itself', () => {
    expect(overlapNote(104_220, [...taken, timed(104_220, 9, 2, null)], day)).toBeNull()
    expect(overlapNote(104_220, [...taken, timed(104_220, 33, 2, two)], day)).toBeNull()
    expect(overlapNote(104_220, taken, day)).toBeNull()
    expect(overlapNote(104_219, taken, day)).toBeNull()
  })
})

const COUNT = 5
const anyTicket = fc.nat({ max: COUNT - 1 })
const anyBay = fc.constantFrom(one, two, null)
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), index: anyTicket, bay: anyBay }),
  fc.record({ kind: fc.constant('move' as const), index: anyTicket, hour: fc.integer({ min: 7, max: 17 }) }),
  fc.record({ kind: fc.constant('check-in' as const), index: anyTicket, bay: anyBay }),
  fc.record({ kind: fc.constant('complete' as const), index: anyTicket }),
  fc.record({ kind: fc.constant('close' as const), index: anyTicket }),
)

test('no two tickets are in a bay at the same time without a warning, whatever the desk does', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ hour: fc.integer({ min: 7, max: 17 }), hoursLeft: fc.constantFrom(0, 1, 2.5, 6) }),
        {
          ...{ minLength: COUNT, maxLength: COUNT },
        },
      ),
      fc.array(anyStep, { minLength: 1, maxLength: 40 }),
      (times, steps) => {
        const shop = times.map((time, index) => ({
          ...time,
          ticket: bookedTicket(100_000 + index) as Ticket,
        }))
        const warned = new Set<string>()
        const pairOf = (first: number, second: number) => [first, second].sort().join(' ')
        const drawn = () =>
          shop.map(({ hour, hoursLeft, ticket }) =>
            timed(ticket.ticketId, hour, hoursLeft, ticket.serviceBay),
          )
        for (const step of steps) {
          const place = shop[step.index]
          if (place === undefined || !canBeInServiceBay(place.ticket)) continue
          const { ticket } = place
          if (step.kind === 'move') place.hour = step.hour
          if (step.kind === 'put') place.ticket = moveToServiceBay(ticket, step.bay)
          if (step.kind === 'check-in' && ticket.state === 'pending')
            place.ticket = moveToServiceBay(arrive(ticket), step.bay)
          if (step.kind === 'complete' && ticket.state === 'active')
            place.ticket = complete(finalize(ticket, null, dana, NOW), dana, NOW)
          if (step.kind === 'close') place.ticket = close(ticket, { reason: 'no-show', note: '' }, dana, NOW)
          // A warning was about where it was before.
          for (const pair of warned) if (pair.includes(String(ticket.ticketId))) warned.delete(pair)
          for (const { ticket: other } of overlapsOf(ticket.ticketId, drawn(), day))
            warned.add(pairOf(ticket.ticketId, other.ticketId))
          for (const [index, first] of shop.entries())
            for (const second of shop.slice(index + 1)) {
              const [firstEnd, secondEnd] = [first, second].map(
                ({ hour, hoursLeft }) => hour + Math.max(MIN_BAR_HOURS, hoursLeft),
              ) as [number, number]
              const isTogether =
                first.ticket.serviceBay !== null &&
                first.ticket.serviceBay.id === second.ticket.serviceBay?.id &&
                first.hour < secondEnd &&
                second.hour < firstEnd
              expect(warned.has(pairOf(first.ticket.ticketId, second.ticket.ticketId))).toBe(isTogether)
            }
        }
      },
    ),
  )
})

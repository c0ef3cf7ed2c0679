import { describe, expect, test } from 'vitest'
import { Refusal } from '#domain/refusals/refusal.ts'
import { fullName, type Technician } from './assignment.ts'
import {
  askApproval,
  assign,
  complete,
  create,
  finalize,
  release,
  removeHelper,
  type Ticket,
} from './ticket.ts'
import { addHelper, helperProblem, helpNote, MAX_HELPERS, teamOf, technicianOfJob } from './ticket-helpers.ts'

const NOW = new Date('2025-11-20T19:14:00Z')
const ZONE = 'America/Indiana/Indianapolis'
const dana = { id: 'dana', name: 'Dana Reyes' }

const person = (id: string, firstName: string, lastName: string, isTechnician = true) => ({
  ...{ id, firstName, lastName },
  roles: { isTechnician },
})
const rosa = person('rosa', 'Rosa', 'Díaz')
const sam = person('sam', 'Sam', 'Ortiz')
const kim = person('kim', 'Kim', 'Bell')
const walt = person('walt', 'Walt', 'Kim', false)
const FIVE = [1, 2, 3, 4, 5].map(number => person(`t${number}`, `Tess${number}`, 'Moss'))

const customerDetails = {
  ...{ firstName: 'June', lastName: 'Park', email: '', phone: '(574) 555-0201', address: '' },
  ...{ coordinates: null, profileImageUrl: null },
}
const customerRV = {
  ...{ vin: '1UJBJ0BN4M17T0142', make: 'Jayco', model: '', year: '2021', rvImage: null },
  axleAmount: '2' as const,
}
const active = assign(
  create(
    {
      ticketId: 412_873,
      customerDetails,
      customerRV,
      jobs: [{ problem: 'Roof leak', estimatedTime: 1, estimate: true }],
    },
    dana,
    NOW,
  ),
  rosa,
  NOW,
  ZONE,
)

const withHelpers = (ticket: Ticket, ...people: readonly Technician[]): Ticket =>
  people.reduce(addHelper, ticket)
const idsOf = ({ helpers }: Ticket) => helpers.map(({ id }) => id)

describe('who can help', () => {
  test.each([
    ['a technician who is not assigned', active, sam, null],
    ['no service writer', active, walt, 'Please select a technician.'],
    ['not the assigned technician', active, rosa, 'Rosa Díaz is the assigned technician.'],
    ['the technician who was released', release(active), rosa, null],
    ['a fifth', withHelpers(active, ...FIVE.slice(1)), sam, null],
    ['no sixth', withHelpers(active, ...FIVE), sam, 'A ticket has at most 5 helpers. Remove one first.'],
    ['one of the five, again', withHelpers(active, ...FIVE), FIVE[0] ?? sam, null],
  ] as const)('%s', (_, ticket, employee, problem) => {
    expect(helperProblem(ticket, employee)).toBe(problem)
  })

  test('only on a ticket in work', () => {
    const finalized = finalize(active, null, dana, NOW, { asked: new Set(), raised: [] })
    expect(idsOf(addHelper(askApproval(active, dana, NOW), sam))).toEqual(['sam'])
    for (const ticket of [finalized, complete(finalized, dana, NOW)])
      expect(() => addHelper(ticket, sam)).toThrow(Refusal)
  })
})

test('a helper is added once, by name, after those who help already', () => {
  const helped = withHelpers(active, sam, kim, sam)
  expect(helped.helpers).toEqual([sam, kim].map(one => ({ id: one.id, name: fullName(one) })))
  expect(addHelper(helped, kim)).toBe(helped)
  expect(idsOf(removeHelper(helped, 'sam'))).toEqual(['kim'])
  expect(FIVE).toHaveLength(MAX_HELPERS)
})

test('helpers stay when the technician is released or replaced, and the one who is assigned helps no longer', () => {
  const helped = withHelpers(active, sam, kim)
  expect(idsOf(release(helped))).toEqual(['sam', 'kim'])
  expect(idsOf(assign(helped, sam, NOW, ZONE))).toEqual(['kim'])
})

test('the one whom a completed ticket names is not among its helpers', () => {
  const given = withHelpers(assign(active, sam, NOW, ZONE), rosa, kim)
  const session = {
    ...{ sessionId: 's', technicianId: 'rosa', technician: 'Rosa Díaz', clockInTime: NOW },
    clockOutTime: new Date(NOW.getTime() + 3_600_000),
    ...{ isClockInReported: false, isClockOutReported: false, isCorrected: false, checkedAt: null },
  }
  const worked = { ...given, jobs: given.jobs.map(job => ({ ...job, sessions: [session] })) }
  const done = complete(finalize(worked, null, dana, NOW, { asked: new Set(), raised: [] }), dana, NOW)
  expect([done.assignedTechnician, idsOf(done)]).toEqual(['rosa', ['kim']])
})

describe('a note', () => {
  const helpers = [sam, kim].map(one => ({ id: one.id, name: fullName(one) }))
  const team = { assignedTechnician: 'rosa', technician: 'Rosa Díaz', helpers }
  test.each([
    ['says whom a helper helps', team, 'sam', 'Helping Rosa'],
    [
      'or that they help, while nobody is assigned',
      { ...team, assignedTechnician: null, technician: null },
      'sam',
      'Helping',
    ],
    ['names who helps the technician', { ...team, helpers: helpers.slice(0, 1) }, 'rosa', 'Sam helps'],
    ['or several', team, 'rosa', 'Sam and Kim help'],
    ['is none without helpers', { ...team, helpers: [] }, 'rosa', null],
    ['nor on what was stored before there were any', { ...team, helpers: undefined }, 'rosa', null],
  ] as const)('%s', (_, of, reader, note) => {
    expect(helpNote(of, reader)).toBe(note)
  })
})

test('a job line’s technician is one of those who work on the ticket', () => {
  const ticket = withHelpers(active, sam)
  expect(teamOf(ticket).map(({ name }) => name)).toEqual(['Rosa Díaz', 'Sam Ortiz'])
  expect(teamOf(release(ticket)).map(({ id }) => id)).toEqual(['sam'])
  expect(technicianOfJob({ namedTechnician: 'rosa' }, ticket)).toBe('Rosa Díaz')
  expect(technicianOfJob({ namedTechnician: 'sam' }, ticket)).toBe('Sam Ortiz')
  expect(technicianOfJob({ namedTechnician: 'rosa' }, release(ticket))).toBeNull()
  expect(technicianOfJob({ namedTechnician: null }, ticket)).toBeNull()
})

import { expect, test } from 'vitest'
import { Refusal } from '#domain/refusals/refusal.ts'
import { NO_RIG_VISIT } from '#domain/tickets/rig-visit-fields.ts'
import { close, complete, create, finalize, type Ticket } from '#domain/tickets/ticket.ts'
import { changeWalkaround, isSameWalkaround } from './change-walkaround.ts'
import { printedWalkaround, signedCondition, type Walkaround, walkaroundFacts } from './walkaround.ts'

const DANA = { id: 'dana', name: 'Dana Whitfield' }
const NOW = new Date('2025-11-20T15:00:00Z')
const customerDetails = {
  ...{ firstName: 'June', lastName: 'Park', email: '', phone: '(574) 555-0133', address: null },
  ...{ coordinates: null, profileImageUrl: null },
}
const customerRV = {
  ...{ vin: '1UJBJ0BN8M17X0042', make: 'Jayco', model: 'Jay Flight', year: '2021' },
  ...{ axleAmount: '2' as const, rvImage: null },
}
const active = create({ ticketId: 412_873, customerDetails, customerRV, jobs: [] }, DANA, NOW)
const SEEN: Walkaround = {
  propane: 'half',
  batteryVolts: 12.6,
  damage: ['Rear bumper scratched', 'Awning torn'],
}
const NOTHING: Walkaround = { propane: null, batteryVolts: null, damage: [] }

const codesOf = (act: () => unknown) => {
  try {
    act()
    return []
  } catch (error) {
    if (error instanceof Refusal) return error.obstacles.map(({ code }) => code)
    throw error
  }
}

test('what is omitted stays as it was recorded', () => {
  expect(changeWalkaround(active, null, { propane: 'half' })).toEqual({ ...NOTHING, propane: 'half' })
  expect(changeWalkaround(active, SEEN, { damage: [] })).toEqual({ ...SEEN, damage: [] })
  expect(changeWalkaround(active, SEEN, { propane: null, batteryVolts: 0 })).toEqual({
    ...SEEN,
    ...{ propane: null, batteryVolts: 0 },
  })
})

test('two who note damage at once both do', () => {
  const damageSeen = SEEN.damage
  const now = { ...SEEN, damage: ['Rear bumper scratched', 'Left lens cracked'] }
  const typed = [...SEEN.damage, 'Step bent']
  expect(changeWalkaround(active, now, { damage: typed, damageSeen }).damage).toEqual([
    ...['Rear bumper scratched', 'Left lens cracked', 'Step bent'],
  ])
  expect(changeWalkaround(active, now, { damage: ['Awning torn'], damageSeen }).damage).toEqual([
    'Left lens cracked',
  ])
  // As typed, if nobody else wrote.
  expect(changeWalkaround(active, SEEN, { damage: typed.toReversed(), damageSeen }).damage).toEqual(
    typed.toReversed(),
  )
  const full = { ...SEEN, damage: Array.from({ length: 30 }, (_, index) => `Dent ${index}`) }
  const add = () => changeWalkaround(active, full, { damage: typed, damageSeen })
  expect(codesOf(add)).toEqual(['walkaround.full'])
})

test.each([
  ['an empty one', null, {}],
  ['an emptied one', { ...NOTHING, propane: 'full' } satisfies Walkaround, { propane: null }],
])('%s is refused', (_, before, changes) => {
  expect(codesOf(() => changeWalkaround(active, before, changes))).toEqual(['walkaround.empty'])
})

test('one is recorded as long as the RV is here', () => {
  const record = (ticket: Ticket) => codesOf(() => changeWalkaround(ticket, null, SEEN))
  const completed = finalize(active, null, DANA, NOW)
  expect(record(completed)).toEqual([])
  expect(record(complete(completed, DANA, NOW))).toEqual(['ticket.transitioned'])
  expect(record(close(active, { reason: 'mistake', note: 'x' }, DANA, NOW))).toEqual(['ticket.transitioned'])
})

test.each([
  ['the same', SEEN, true],
  ['another propane', { ...SEEN, propane: 'full' }, false],
  ['other volts', { ...SEEN, batteryVolts: null }, false],
  ['less damage', { ...SEEN, damage: ['Rear bumper scratched'] }, false],
  ['other damage', { ...SEEN, damage: ['Awning torn', 'Rear bumper scratched'] }, false],
] as const)('a walkaround is compared with %s', (_, other, isSame) => {
  expect(isSameWalkaround(SEEN, { ...other, damage: [...other.damage] })).toBe(isSame)
})

test('only what was entered is shown, and when it was noted', () => {
  expect(walkaroundFacts(NOTHING)).toEqual([])
  expect(walkaroundFacts({ ...NOTHING, batteryVolts: 1 })).toEqual([{ label: 'Battery', value: '1 volt' }])
  expect(printedWalkaround({ ...SEEN, recordedAt: NOW }, 'America/Indiana/Indianapolis')).toEqual([
    { label: 'Propane', value: '½' },
    { label: 'Battery', value: '12.6 volts' },
    { label: 'Damage', value: 'Rear bumper scratched; Awning torn' },
    { label: 'As of', value: expect.stringContaining('10:00') },
  ])
})

test('what is signed has the meters, too, and no days', () => {
  const visit = { ...NO_RIG_VISIT, odometer: 45_210, arrivedOn: '2025-11-20' }
  expect(signedCondition(SEEN, visit)).toBe(
    'Condition: Odometer 45,210 miles; Propane ½; Battery 12.6 volts; Damage Rear bumper scratched; Awning torn',
  )
  expect(signedCondition(null, visit)).toBeNull()
})

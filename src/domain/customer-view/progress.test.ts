import { describe, expect, test } from 'vitest'
import { STATES } from '#domain/tickets/ticket.ts'
import { progressOf, progressSince } from './progress.ts'

const lastTransition = { verb: 'accept' } as const
const untouched = [{ sessions: [], correction: '' }]
const clocked = [{ sessions: [{}], correction: '' }]

test.each([
  ['pending', untouched, 'received'],
  ['active', untouched, 'received'],
  ['active', [], 'received'],
  ['active', clocked, 'in-work'],
  ['active', [{ sessions: [], correction: 'Sealed the seam.' }], 'in-work'],
  ['approval', clocked, 'in-work'],
  ['completed', clocked, 'ready'],
  ['recorded', clocked, 'done'],
  ['declined', untouched, 'declined'],
  ['closed', untouched, 'closed'],
] as const)('progress of a ticket that is %s', (state, jobs, progress) => {
  expect(progressOf({ state, jobs, lastTransition }, false)).toBe(progress)
})

test('a ticket whose appointment the customer canceled was not closed by the company', () => {
  const canceled = { state: 'closed', jobs: untouched, lastTransition: { verb: 'cancel' } } as const
  expect(progressOf(canceled, false)).toBe('canceled')
})

test('a ticket waits for the customer only while it is open', () => {
  const waiting = STATES.filter(
    state => progressOf({ state, jobs: clocked, lastTransition }, true) === 'waiting-for-you',
  )
  expect(waiting).toEqual(['pending', 'active', 'approval'])
})

describe('a ticket on hold', () => {
  const since = new Date('2025-11-12T15:00:00Z')

  test('is in progress, even before anyone clocked in', () => {
    expect(
      progressOf({ state: 'active', jobs: untouched, lastTransition }, false, { reason: 'part', since }),
    ).toBe('in-work')
  })

  test('for the customer says so', () => {
    const hold = { reason: 'customer', since } as const
    expect(progressOf({ state: 'approval', jobs: clocked, lastTransition }, false, hold)).toBe(
      'waiting-for-you',
    )
    expect(progressOf({ state: 'completed', jobs: clocked, lastTransition }, false, hold)).toBe('ready')
  })
})

describe('how long it has been waiting', () => {
  const [ten, eleven, noon] = [10, 11, 12].map(hour => new Date(Date.UTC(2025, 10, 20, hour)))
  if (ten === undefined || eleven === undefined || noon === undefined) throw new Error('There is a day.')
  const ticket = (...starts: readonly Date[]) => ({
    confirmedAt: null,
    activeTimestamp: ten,
    lastTransition: { at: noon },
    jobs: [{ sessions: starts.map(clockInTime => ({ clockInTime })) }],
  })

  test.each([
    ['it came in', ticket(), 'received', null, ten],
    ['the first clock ran, though the desk moved it since', ticket(noon, eleven), 'in-work', null, eleven],
    ['it waits, where no clock ran', ticket(), 'in-work', { reason: 'part', since: eleven }, eleven],
    [
      'the customer is waited for',
      ticket(ten),
      'waiting-for-you',
      { reason: 'customer', since: eleven },
      eleven,
    ],
    ['it was finalized', ticket(ten), 'ready', null, noon],
    ['it was declined', ticket(), 'declined', null, noon],
  ] as const)('%s', (_, found, progress, hold, at) => {
    expect(progressSince(found, progress, hold)).toEqual(at)
  })

  test('the customer is asked, regardless of earlier holds', () => {
    for (const hold of [null, { reason: 'part', since: ten }, { reason: 'customer', since: ten }] as const)
      expect(progressSince(ticket(ten), 'waiting-for-you', hold, eleven)).toEqual(eleven)
    expect(progressSince(ticket(ten), 'ready', null, eleven)).toEqual(noon)
  })
})

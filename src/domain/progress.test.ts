import { expect, test } from 'vitest'
import { progressOf } from './progress.ts'
import { STATES } from './ticket.ts'

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
] as const)('a ticket that is %s', (state, jobs, progress) => {
  expect(progressOf({ state, jobs }, false)).toBe(progress)
})

test('it waits for the customer only while somebody works on it', () => {
  const waiting = STATES.filter(state => progressOf({ state, jobs: clocked }, true) === 'waiting-for-you')
  expect(waiting).toEqual(['active', 'approval'])
})

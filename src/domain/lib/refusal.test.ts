import { describe, expect, test } from 'vitest'
import { assertNoBlockers, type Blocker, blockerSentence, Refusal, transitionSentence } from './refusal.ts'

const INDIANA = 'America/Indiana/Indianapolis'
const NOW = new Date('2025-11-20T20:00:00Z')

const moved = (verb: 'finalize' | 'askApproval', at: string): Blocker => ({
  code: 'ticket.moved',
  lastMove: { verb, by: { id: 'dana', name: 'Dana Reyes' }, at: new Date(at) },
})

describe('a refusal says what happened and what to do', () => {
  test.each<[Blocker, string]>([
    [moved('finalize', '2025-11-20T19:14:00Z'), 'Already finalized by Dana Reyes at 2:14 PM.'],
    [moved('askApproval', '2025-11-20T05:00:00Z'), 'Already sent to approval by Dana Reyes at 12:00 AM.'],
    [moved('finalize', '2025-11-20T04:59:00Z'), 'Already finalized by Dana Reyes at 11:59 PM on 2025-11-19.'],
    [{ code: 'ticket.no-vin' }, 'The RV has no VIN yet. Add it first: the work history is kept by VIN.'],
    [{ code: 'ticket.no-jobs' }, 'There are no job lines to approve yet. Add one first.'],
    [
      { code: 'ticket.closed' },
      'The ticket is no longer in work, so nothing on it can change. Reopen it first.',
    ],
    [
      { code: 'clock.running', jobs: ['1. Awning'] },
      'A clock is still running on 1. Awning. Clock out first.',
    ],
    [
      { code: 'clock.running', jobs: ['1. Awning', '2. Roof', '3. Slide-out'] },
      'A clock is still running on 1. Awning, 2. Roof, and 3. Slide-out. Clock out first.',
    ],
    [
      { code: 'part.unpriced', parts: ['Awning motor', 'a part without description'] },
      'No price yet for Awning motor and a part without description. Price it first.',
    ],
    [{ code: 'clock.in-the-future' }, 'That time has not come yet. Use one that has passed.'],
    [{ code: 'clock.backwards' }, 'The clock-out has to come after the clock-in.'],
    [
      { code: 'clock.overlaps', technician: 'Rosa Díaz', ticketId: 412_873, job: '2. Roof leak' },
      'Rosa Díaz was on the clock then for 2. Roof leak of ticket 412873. Correct that first.',
    ],
    [{ code: 'job.unknown' }, 'That job line is not on the ticket any more.'],
    [{ code: 'job.has-work' }, 'Time, photos or parts hang on this job line, so it stays.'],
    [{ code: 'job.answered' }, 'The customer has answered this job line, so it stays.'],
    [
      { code: 'approval.no-rate', job: '1. Awning' },
      'The company has no labor rate, so the hours of 1. Awning have no price. Set the rate under Company first.',
    ],
    [
      { code: 'approval.no-price', job: '1. Awning' },
      'There are no hours and no parts on 1. Awning yet. Write down what it costs first.',
    ],
    [
      { code: 'approval.unanswered', customer: 'June', jobs: ['2. Roof leak'] },
      'June has not answered about 2. Roof leak. Record their answer or withdraw the question.',
    ],
    [{ code: 'approval.asked', job: '1. Awning' }, 'The customer is asked about 1. Awning already.'],
    [
      {
        code: 'approval.answered',
        job: '1. Awning',
        answer: 'declined',
        how: 'link',
        at: new Date('2025-11-20T19:14:00Z'),
      },
      '1. Awning was already declined by link at 2:14 PM.',
    ],
    [
      {
        code: 'approval.answered',
        job: '1. Awning',
        answer: 'approved',
        how: 'phone',
        at: new Date('2025-11-19T19:14:00Z'),
      },
      '1. Awning was already approved by phone at 2:14 PM on 2025-11-19.',
    ],
    [
      { code: 'approval.changed' },
      'This line was changed meanwhile, so nothing was answered. Look at it as it is now.',
    ],
    [{ code: 'approval.withdrawn' }, 'This question is not open any more: the company took it back.'],
    [{ code: 'job.no-suggestion' }, 'There is no suggested time on this job line.'],
    [{ code: 'job.reworded' }, 'Somebody changed these words meanwhile. Look at both.'],
    [{ code: 'technician.none' }, 'Please select a technician.'],
  ])('%j', (obstacle, expected) => {
    expect(blockerSentence(obstacle, INDIANA, NOW)).toBe(expected)
  })

  test('the same moment reads on the clock of whoever asks', () => {
    const obstacle = moved('finalize', '2025-11-20T19:14:00Z')
    expect(blockerSentence(obstacle, 'America/Chicago', NOW)).toBe(
      'Already finalized by Dana Reyes at 1:14 PM.',
    )
  })
})

test.each([
  ['askApproval', '2025-11-20T19:14:00Z', 'Sent to approval by Dana Reyes at 2:14 PM.'],
  ['complete', '2025-11-19T19:14:00Z', 'Completed by Dana Reyes at 2:14 PM on 2025-11-19.'],
] as const)('the last step of a ticket is told as a sentence: %s', (verb, at, expected) => {
  const move = { verb, by: { id: 'dana', name: 'Dana Reyes' }, at: new Date(at) }
  expect(transitionSentence(move, INDIANA, NOW)).toBe(expected)
})

test('without an obstacle nothing is refused; with one, all of them are told', () => {
  expect(() => assertNoBlockers([])).not.toThrow()
  const obstacles = [{ code: 'ticket.no-vin' }, { code: 'ticket.no-jobs' }] as const
  expect(() => assertNoBlockers(obstacles)).toThrow(new Refusal(obstacles))
})

import { describe, expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { transitionSentence } from './page-blocker.ts'
import { assertNoBlockers, Refusal } from './refusal.ts'
import type { Blocker } from './refusal-sentence.ts'
import { blockerSentence } from './refusal-sentence.ts'

const INDIANA = 'America/Indiana/Indianapolis'
const NOW = new Date('2025-11-20T20:00:00Z')

const moved = (verb: 'finalize' | 'askApproval', at: string): Blocker => ({
  code: 'ticket.transitioned',
  lastTransition: { verb, by: { id: 'dana', name: 'Dana Reyes' }, at: new Date(at) },
})

describe('a refusal says what happened and what to do', () => {
  test.each<[Blocker, string]>([
    [moved('finalize', '2025-11-20T19:14:00Z'), 'Already finalized by Dana Reyes at 2:14 PM.'],
    [moved('askApproval', '2025-11-20T05:00:00Z'), 'Already sent for approval by Dana Reyes at 12:00 AM.'],
    [moved('finalize', '2025-11-20T04:59:00Z'), 'Already finalized by Dana Reyes at 11:59 PM yesterday.'],
    [{ code: 'ticket.no-vin' }, 'The RV has no VIN yet. Add it first: work history is kept by VIN.'],
    [{ code: 'ticket.no-jobs' }, 'There are no job lines to approve. Add one first.'],
    [{ code: 'ticket.closed' }, 'This ticket is no longer in progress and can’t be edited. Reopen it first.'],
    [
      { code: 'ticket.open', tickets: ['ticket 412873 of Bluebonnet RV', 'ticket 100012 of Lone Star'] },
      'Close these first: ticket 412873 of Bluebonnet RV and ticket 100012 of Lone Star.',
    ],
    [
      { code: 'clock.running', jobs: ['1. Awning'] },
      'A technician is still clocked in on 1. Awning. Clock out first.',
    ],
    [
      { code: 'clock.running', jobs: ['1. Awning', '2. Roof', '3. Slide-out'] },
      'A technician is still clocked in on 1. Awning, 2. Roof, and 3. Slide-out. Clock out first.',
    ],
    [
      { code: 'part.unpriced', parts: ['Awning motor', 'a part without description'] },
      'Add prices for Awning motor and a part without description first.',
    ],
    [
      { code: 'billing.unsettled', count: 1, tickets: [{ ticketId: 412873, due: cents(10_000) }] },
      '$100.00 is due on ticket 412873. Take it, credit it or refund it first.',
    ],
    [
      {
        code: 'billing.unsettled',
        count: 1003,
        tickets: [
          { ticketId: 412873, due: cents(-5000) },
          { ticketId: 100012, due: cents(1) },
        ],
      },
      '$50.00 is held on ticket 412873, $0.01 is due on ticket 100012, and 1,001 more tickets are open. Take it, credit it or refund it first.',
    ],
    [
      { code: 'clock.started-since' },
      'You clocked in on another job line after you tapped this, so it was not counted.',
    ],
    [
      { code: 'tap.too-old' },
      'This was tapped more than 90 days ago, so nothing was done. If it is still needed, do it again.',
    ],
    [{ code: 'clock.in-the-future' }, 'That time is in the future. Enter a past time.'],
    [{ code: 'clock.backwards' }, 'Clock-out must be after clock-in.'],
    [
      { code: 'clock.overlaps', technician: 'Rosa Díaz', ticketId: 412_873, job: '2. Roof leak' },
      'Rosa Díaz was clocked in on 2. Roof leak of ticket 412873 at that time. Fix that entry first.',
    ],
    [
      { code: 'hand-over.other-line', job: '2. Slide-out' },
      'This photo may not be of “2. Slide-out”: its job line was changed or deleted after it was taken. Save the photo, and add it to the line it belongs to.',
    ],
    [{ code: 'photo.removed' }, 'This photo was already removed.'],
    [{ code: 'job.unknown' }, 'That job line is no longer on the ticket.'],
    [{ code: 'job.has-work' }, 'Can’t delete: this job has time, photos or parts.'],
    [{ code: 'job.answered' }, 'Can’t delete: the customer already responded.'],
    [
      { code: 'approval.no-rate', job: '1. Awning' },
      'The company has no labor rate, so the hours on 1. Awning have no price. Set the rate under Company first.',
    ],
    [{ code: 'approval.no-price', job: '1. Awning' }, 'Add hours or parts to 1. Awning first.'],
    [
      { code: 'approval.unanswered', customer: 'June', jobs: ['2. Roof leak'] },
      'June has not responded about 2. Roof leak. Record their answer or cancel the request.',
    ],
    [
      {
        code: 'approval.raised',
        customer: 'June',
        job: '1. Awning',
        was: cents(330_00),
        is: cents(577_50),
      },
      'June approved 1. Awning at $330.00, and it is now $577.50. Ask again or record their answer first.',
    ],
    [
      { code: 'approval.begun', job: '1. Awning' },
      'Work on 1. Awning has started. Call the company to change your answer.',
    ],
    [{ code: 'clock.declined', job: '1. Awning' }, 'The customer declined 1. Awning. Don’t work on it.'],
    [
      { code: 'approval.requested', job: '1. Awning' },
      'The customer has already been asked about 1. Awning.',
    ],
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
      '1. Awning was already approved by phone at 2:14 PM yesterday.',
    ],
    [
      { code: 'approval.changed' },
      'This job changed before your answer was saved. Review it and answer again.',
    ],
    [{ code: 'approval.withdrawn' }, 'The company canceled this approval request.'],
    [{ code: 'job.no-estimate' }, 'This job line is not an estimate, so there is no time to approve.'],
    [{ code: 'job.no-suggestion' }, 'This job line has no suggested time.'],
    [{ code: 'ticket.ended' }, 'This ticket can no longer be changed.'],
    [{ code: 'ticket.not-yet', step: 'finalize' }, 'Finalize this ticket first.'],
    [{ code: 'job.reworded' }, 'Someone else edited this text. Review both versions.'],
    [{ code: 'technician.none' }, 'Please select a technician.'],
  ])('%j', (obstacle, expected) => {
    expect(blockerSentence(obstacle, INDIANA, NOW)).toBe(expected)
  })

  test("a time is written in the reader's time zone", () => {
    const obstacle = moved('finalize', '2025-11-20T19:14:00Z')
    expect(blockerSentence(obstacle, 'America/Chicago', NOW)).toBe(
      'Already finalized by Dana Reyes at 1:14 PM.',
    )
  })
})

test.each([
  ['askApproval', '2025-11-20T19:14:00Z', 'Sent for approval by Dana Reyes at 2:14 PM.'],
  ['complete', '2025-11-19T19:14:00Z', 'Completed by Dana Reyes at 2:14 PM yesterday.'],
] as const)('the last step of a ticket is one sentence: %s', (verb, at, expected) => {
  const move = { verb, by: { id: 'dana', name: 'Dana Reyes' }, at: new Date(at) }
  expect(transitionSentence(move, INDIANA, NOW)).toBe(expected)
})

test('without blockers nothing is refused; with blockers, all of them are reported', () => {
  expect(() => assertNoBlockers([])).not.toThrow()
  const obstacles = [{ code: 'ticket.no-vin' }, { code: 'ticket.no-jobs' }] as const
  expect(() => assertNoBlockers(obstacles)).toThrow(new Refusal(obstacles))
})

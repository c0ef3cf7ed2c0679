import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ActivityDetail,
  activitySentence,
  coalesceEntries,
  groupByDay,
  hasSentence,
  MERGE_WINDOW_MS,
} from './activity.ts'

const ROSA = { id: 'rosa', name: 'Rosa Díaz' }
const WALT = { id: 'walt', name: 'Walt Kim' }
const leak = { jobNumber: 2, job: '2. Roof leak' }
const seal = { partId: 'p', part: 'Grease seal' }
const at = (time: string) => new Date(`2025-11-20T${time}Z`)

describe('an activity entry reads as a sentence', () => {
  test.each<[string, ActivityDetail | null, string]>([
    ['create', { state: { before: null, after: 'active' } }, 'Rosa created the ticket'],
    ['book', null, 'Rosa booked the visit'],
    ['accept', null, 'Rosa accepted the booking'],
    ['decline', null, 'Rosa declined the booking'],
    ['askApproval', null, 'Rosa sent the ticket for approval'],
    ['approve', null, 'Rosa approved the ticket'],
    ['finalize', null, 'Rosa finalized the ticket'],
    ['complete', null, 'Rosa completed the ticket'],
    ['reopen', null, 'Rosa reopened the ticket'],
    ['assign', { technician: 'Sam Ortiz' }, 'Rosa assigned Sam Ortiz'],
    ['release', { technician: 'Sam Ortiz' }, 'Rosa released Sam Ortiz'],
    ['plan', { technician: 'Sam Ortiz', date: '2025-11-24' }, 'Rosa scheduled Sam Ortiz for Mon, Nov 24'],
    [
      'unplan',
      { technician: 'Sam Ortiz', date: '2025-11-24' },
      'Rosa removed Sam Ortiz from the schedule for Mon, Nov 24',
    ],
    ['change-details', { field: 'customerDetails' }, 'Rosa changed the details of the customer'],
    ['change-details', { field: 'customerRV' }, 'Rosa changed the details of the RV'],
    ['change-details', {}, 'Rosa changed the details of the ticket'],
    ['add-job', leak, 'Rosa added 2. Roof leak'],
    ['remove-job', leak, 'Rosa deleted 2. Roof leak'],
    ['change-job', { ...leak, field: 'cause' }, 'Rosa changed the cause of 2. Roof leak'],
    [
      'change-job',
      { ...leak, field: 'estimatedTime', hours: { before: 1, after: 2.5 } },
      'Rosa changed the estimated time of 2. Roof leak from 1h00m to 2h30m',
    ],
    [
      'change-job',
      { ...leak, field: 'suggestedTime', hours: { before: null, after: 2.33 } },
      'Rosa suggested 2h20m for 2. Roof leak',
    ],
    [
      'change-job',
      { ...leak, field: 'suggestedTime', hours: { before: 2.33, after: null } },
      'Rosa removed the suggested time for 2. Roof leak',
    ],
    [
      'approve-time',
      { ...leak, hours: { before: 1, after: 2.75 } },
      'Rosa approved the time of 2. Roof leak from 1h00m to 2h45m',
    ],
    ['add-part', seal, 'Rosa added Grease seal'],
    ['add-part', { ...seal, ...leak }, 'Rosa added Grease seal to 2. Roof leak'],
    ['change-part', { ...seal, field: 'perPartAmount' }, 'Rosa priced Grease seal'],
    [
      'change-part',
      { ...seal, field: 'perPartAmount', isRemoved: true },
      'Rosa removed the price of Grease seal',
    ],
    [
      'change-part',
      { ...seal, field: 'quantity', quantity: { before: 4, after: 6 } },
      'Rosa changed the quantity of Grease seal from 4 to 6',
    ],
    ['change-part', { ...seal, ...leak, field: 'jobNumber' }, 'Rosa moved Grease seal to 2. Roof leak'],
    ['change-part', { ...seal, field: 'jobNumber' }, 'Rosa moved Grease seal to the whole ticket'],
    ['remove-part', seal, 'Rosa removed Grease seal'],
    ['add-photo', { ...leak, photos: 1 }, 'Rosa added a photo to 2. Roof leak'],
    ['add-photo', { ...leak, photos: 3 }, 'Rosa added 3 photos to 2. Roof leak'],
    ['remove-photo', leak, 'Rosa removed a photo from 2. Roof leak'],
    ['change-customer-image', {}, 'Rosa changed the customer’s photo'],
    ['change-rig-image', { isRemoved: true }, 'Rosa removed the RV’s photo'],
    ['close', { reason: 'no-show' }, 'Rosa closed the ticket: no-show'],
    [
      'close',
      { reason: 'no-show', isEmailed: true },
      'Rosa closed the ticket and emailed the customer: no-show',
    ],
    ['clock-in', leak, 'Rosa clocked in on 2. Roof leak'],
    ['request-approval', leak, 'Rosa requested approval for 2. Roof leak'],
    ['request-approval', { lines: 3 }, 'Rosa requested approval for 3 job lines'],
    [
      'request-approval',
      { ...leak, reason: 'not emailed, email isn’t set up' },
      'Rosa requested approval for 2. Roof leak: not emailed, email isn’t set up',
    ],
    ['withdraw-request', leak, 'Rosa canceled the approval request for 2. Roof leak'],
    ['approve-line', leak, 'Rosa approved 2. Roof leak by link'],
    [
      'decline-line',
      { ...leak, isByPhone: true },
      'Rosa recorded that the customer declined 2. Roof leak by phone',
    ],
    ['clock-out', { ...leak, tracked: 60_000 }, 'Rosa clocked out on 2. Roof leak'],
    [
      'clock-out',
      { ...leak, technician: 'Sam Ortiz' },
      'Rosa stopped the clock of Sam Ortiz on 2. Roof leak',
    ],
  ])('%s %j: %s', (action, detail, sentence) => {
    expect(activitySentence({ by: ROSA, verb: `ticket.${action}`, detail })).toBe(sentence)
  })

  const corrected = (before: [string, string | null], after: [string, string | null]): string => {
    const times = ([clockIn, clockOut]: [string, string | null]) =>
      [at(clockIn), clockOut === null ? null : at(clockOut)] as const
    const [[inBefore, outBefore], [inAfter, outAfter]] = [times(before), times(after)]
    const detail = {
      ...leak,
      technician: 'Rosa Díaz',
      reason: 'forgot to clock out',
      clockInTime: { before: inBefore, after: inAfter },
      clockOutTime: { before: outBefore, after: outAfter },
    }
    return activitySentence({ by: WALT, verb: 'ticket.correct-clock', detail })
  }

  test('a corrected clock says the times before and after and why; a moved or confirmed one its duration', () => {
    const whose = 'the time of Rosa Díaz on 2. Roof leak'
    expect(corrected(['14:00:00', '23:30:00'], ['14:00:00', '17:00:00'])).toBe(
      `Walt corrected ${whose} from 9h30m to 3h00m: forgot to clock out`,
    )
    expect(corrected(['14:00:00', null], ['14:00:00', '17:00:00'])).toBe(
      `Walt corrected ${whose} from running to 3h00m: forgot to clock out`,
    )
    expect(corrected(['14:00:00', '17:00:00'], ['15:00:00', '18:00:00'])).toBe(
      `Walt moved ${whose}, 3h00m: forgot to clock out`,
    )
    expect(corrected(['14:00:00', '17:00:00'], ['14:00:00', '17:00:00'])).toBe(
      `Walt confirmed ${whose}, 3h00m: forgot to clock out`,
    )
  })

  test('an old entry without detail is a sentence too, and so is an unknown verb', () => {
    const tell = (verb: string) => activitySentence({ by: ROSA, verb, detail: null })
    expect(tell('ticket.clock-in')).toBe('Rosa clocked in')
    expect(tell('ticket.change-job')).toBe('Rosa changed the details of a job line')
    expect(tell('ticket.correct-clock')).toBe('Rosa corrected the time of the technician')
    expect(tell('ticket.painted')).toBe('Rosa changed the ticket')
    expect(['ticket.clock-in', 'ticket.painted', 'ticket.toString'].map(hasSentence)).toEqual([
      true,
      false,
      false,
    ])
  })

  test('a person without an account keeps their full name', () => {
    const by = { id: 'public', name: 'A visitor' }
    expect(activitySentence({ by, verb: 'ticket.book', detail: null })).toBe('A visitor booked the visit')
  })
})

describe('repeated saves of one field by one person', () => {
  const save = (time: string, { by = ROSA, field = 'cause', jobNumber = 2 } = {}) => ({
    at: at(time),
    by,
    verb: 'ticket.change-job',
    detail: { jobNumber, field },
  })

  test('within five minutes of each other are one entry, the newest', () => {
    const entries = [save('14:09:00'), save('14:04:00'), save('14:00:30')]
    expect(coalesceEntries(entries)).toEqual([entries[0]])
  })

  test('are two entries after a longer pause', () => {
    const entries = [save('14:05:01'), save('14:00:00')]
    expect(coalesceEntries(entries)).toEqual(entries)
  })

  test('are one entry even with something else in between', () => {
    const clocked = { at: at('14:01:00'), by: ROSA, verb: 'ticket.clock-in', detail: leak }
    const entries = [save('14:02:00'), clocked, save('14:00:00')]
    expect(coalesceEntries(entries)).toEqual([entries[0], clocked])
  })

  test.each([{ by: WALT }, { field: 'correction' }, { jobNumber: 1 }])('are not joined with %j', other => {
    const entries = [save('14:01:00'), save('14:00:30', other), save('14:00:00')]
    expect(coalesceEntries(entries)).toEqual(entries.slice(0, 2))
  })

  test('keep the value from before the first one', () => {
    const suggested = (time: string, before: number | null, after: number) => ({
      ...save(time, { field: 'suggestedTime' }),
      detail: { jobNumber: 2, field: 'suggestedTime', hours: { before, after } },
    })
    const [line, ...others] = coalesceEntries([suggested('14:01:00', 2, 3), suggested('14:00:00', null, 2)])
    expect(others).toEqual([])
    expect(line?.detail.hours).toEqual({ before: null, after: 3 })
  })

  test('are joined across pages: no page repeats what an earlier one showed', () => {
    const minutes = fc.array(fc.integer({ min: 0, max: 60 * 60 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(minutes, fc.nat(40), (seconds, cut) => {
        const entries = seconds
          .toSorted((one, other) => other - one)
          .map((second, seq) => ({
            ...save('14:00:00', { field: seq % 3 === 0 ? 'cause' : 'correction' }),
            seq,
            at: new Date(at('14:00:00').getTime() + second * 1000),
          }))
        const end = entries[cut % entries.length] ?? entries[0]
        const isBelow = ({ seq }: { seq: number }) => seq > (end?.seq ?? 0)
        const isNear = (entry: { at: Date }) =>
          entry.at.getTime() - (end?.at.getTime() ?? 0) <= MERGE_WINDOW_MS
        const whole = coalesceEntries(entries).filter(isBelow)
        const next = coalesceEntries(entries.filter(isNear)).filter(isBelow)
        expect(next).toEqual(whole)
      }),
    )
  })
})

test("entries are grouped by the company's date, newest first", () => {
  const line = (seq: number, time: string) => ({ seq, at: new Date(time) })
  const lines = [
    line(4, '2025-11-20T14:00:00Z'),
    line(3, '2025-11-20T05:00:00Z'),
    line(2, '2025-11-20T04:59:00Z'),
    line(1, '2025-11-18T15:00:00Z'),
  ]
  const days = groupByDay(lines, 'America/Indiana/Indianapolis')
  expect(days.map(({ day, entries }) => [day, entries.map(({ seq }) => seq)])).toEqual([
    ['2025-11-20', [4, 3]],
    ['2025-11-19', [2]],
    ['2025-11-18', [1]],
  ])
  expect(groupByDay([], 'UTC')).toEqual([])
})

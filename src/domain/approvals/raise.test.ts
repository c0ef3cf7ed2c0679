import { describe, expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import { type Answer, type Job, newJob } from '#domain/tickets/job.ts'
import type { Part } from '#domain/tickets/part.ts'
import { answersOf, isRaised, raisedLines, unaskedCharges } from './raise.ts'

const RATE = cents(132_00)
const NOW = new Date('2025-11-20T19:14:00Z')

const jobOf = (jobNumber: number, estimatedTime: number, answer: Answer = 'approved'): Job => ({
  ...newJob({ problem: `Job ${jobNumber}`, estimatedTime, estimate: false }, jobNumber),
  answer,
})
const partOf = (jobNumber: number | null, perPartAmount: number | null): Part => ({
  partId: 'p',
  sublet: null,
  description: 'Sealant',
  quantity: 1,
  jobNumber,
  perPartAmount: perPartAmount === null ? null : cents(perPartAmount),
})

test.each([
  [330_00, 330_00, 10, false],
  [330_00, 363_00, 10, false],
  [330_00, 363_01, 10, true],
  [330_00, 577_50, 10, true],
  [330_00, 200_00, 0, false],
  [330_00, 330_00, 0, false],
  [330_00, 330_01, 0, true],
  [330_00, 660_00, 100, false],
  [330_00, 660_01, 100, true],
  [9, 10, 10, true],
  [0, 1, 100, true],
])('from %d to %d cents, with %d %% allowed: raised is %s', (was, is, tolerance, expected) => {
  expect(isRaised(cents(was), cents(is), tolerance)).toBe(expected)
})

describe('a line needs a new answer', () => {
  const approved = new Map([[1, { total: cents(330_00) }]])

  test.each<[string, Job, Part[], number | null]>([
    ['not at the price that was approved', jobOf(1, 2.5), [], null],
    ['not within the tolerance', jobOf(1, 2.75), [], null],
    ['with more hours', jobOf(1, 4.5), [], 594_00],
    ['with a part, for its share of supplies as well', jobOf(1, 2.5), [partOf(1, 30_01)], 363_01],
    [
      'not for a part of another line, or of none',
      jobOf(1, 2.5),
      [partOf(2, 900_00), partOf(null, 900_00)],
      null,
    ],
    ['not while a part has no price: it cannot be billed', jobOf(1, 9), [partOf(1, null)], null],
    [
      'not for a suggested time, which is not billed',
      { ...jobOf(1, 2.5), estimate: true, suggestedTime: 9 },
      [],
      null,
    ],
    ['not at a flat price within the tolerance', { ...jobOf(1, 9), flatPrice: cents(363_00) }, [], null],
    ['at a higher flat price', { ...jobOf(1, 2.5), flatPrice: cents(363_01) }, [], 363_01],
    ['with more hours by the clock', { ...jobOf(1, 2.5), clockedHours: 3 }, [], 396_00],
    ['not with fewer than estimated', { ...jobOf(1, 9), clockedHours: 2.75 }, [], null],
    ['not if it was declined', jobOf(1, 9, 'declined'), [], null],
    ['not if it was never asked', jobOf(1, 9, 'none'), [], null],
    ['not without a recorded price', jobOf(2, 9), [], null],
  ])('%s', (_, job, parts, is) => {
    expect(raisedLines({ jobs: [job], parts, suppliesRule: null }, approved, RATE, 10)).toEqual(
      is === null ? [] : [{ jobNumber: 1, was: 330_00, is }],
    )
  })

  test('for a higher labor rate as well', () => {
    const ticket = { jobs: [jobOf(1, 2.5)], parts: [], suppliesRule: null }
    expect(raisedLines(ticket, approved, cents(150_00), 10)).toEqual([
      { jobNumber: 1, was: 330_00, is: 375_00 },
    ])
  })
})

describe('what was approved', () => {
  const nobody = { at: null, by: null, how: null, spokeWith: null, phone: null } as const
  const open = { jobNumber: 1, state: 'open', total: null, ...nobody } as const
  const by = { by: 'June Park', how: 'link', spokeWith: null, phone: null } as const
  const approval = { total: cents(330_00), at: NOW, ...by } as const
  const yes = { jobNumber: 1, state: 'approved', ...approval } as const

  test.each<[string, Parameters<typeof answersOf>[0], object[], number[]]>([
    ['is the last yes', [{ ...yes, total: cents(1) }, yes], [approval], []],
    ['stays while the line is asked again', [yes, open], [approval], [1]],
    ['stays when the new request was canceled', [yes, { ...open, state: 'withdrawn' }], [approval], []],
    ['ends with a no', [yes, { ...yes, state: 'declined' }], [], []],
    ['comes back with another yes', [{ ...yes, state: 'declined' }, yes], [approval], []],
    ['is nothing without an answer', [open], [], [1]],
  ])('%s', (_, requests, expected, open) => {
    const { approvals, asked } = answersOf(requests)
    expect([...approvals.values()]).toEqual(expected)
    expect([...asked]).toEqual(open)
  })
})

describe('what was never asked', () => {
  const ticket = {
    jobs: [jobOf(1, 2.5), jobOf(2, 1, 'none'), jobOf(3, 1, 'declined'), jobOf(4, 0, 'none')],
    parts: [partOf(1, 10_00), partOf(2, 10_00), partOf(null, 20_00), partOf(null, null)],
    suppliesRule: null,
  }

  test('is lines without a request, parts on no line, and their supplies', () => {
    expect(unaskedCharges(ticket, new Set(), RATE)).toEqual([
      { label: '2. Job 2', amount: 143_00 },
      { label: 'Sealant', amount: 20_00 },
      { label: 'Shop supplies', amount: 2_00 },
    ])
  })

  test('leaves out lines with an open request', () => {
    expect(unaskedCharges(ticket, new Set([2]), RATE)).toEqual([
      { label: 'Sealant', amount: 20_00 },
      { label: 'Shop supplies', amount: 2_00 },
    ])
  })

  test('has no more supplies than the lines leave of a cap', () => {
    // All of the parts: $10.00 on each of two lines, of $25.00.
    const suppliesRule = { percentage: 100 * PERCENTAGE_SCALE, cap: cents(25_00) }
    expect(unaskedCharges({ ...ticket, suppliesRule }, new Set([2]), RATE)).toEqual([
      { label: 'Sealant', amount: 20_00 },
      { label: 'Shop supplies', amount: 5_00 },
    ])
  })

  test('is nothing if the customer was asked about nothing', () => {
    const jobs = ticket.jobs.map(job => ({ ...job, answer: 'none' as const }))
    expect(unaskedCharges({ ...ticket, jobs }, new Set(), RATE)).toEqual([])
    expect(unaskedCharges({ ...ticket, jobs: [] }, new Set(), RATE)).toEqual([])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import {
  approveTime,
  blockersForClockingIn,
  blockersForRewording,
  countsEstimatedTime,
  countsSuggestedTime,
  guessedStage,
  hoursInTotals,
  jobLabel,
  jobProgress,
  newJob,
  waitingTime,
} from './job.ts'
import { laborOf, laborSum } from './labor.ts'

const line = newJob({ problem: 'Roof leak above the bunk', estimatedTime: 1.25, estimate: true }, 2)

test('a new job line has no findings, sessions, photos or answer', () => {
  expect(line).toEqual({
    jobNumber: 2,
    problem: 'Roof leak above the bunk',
    cause: '',
    correction: '',
    estimatedTime: 1.25,
    estimate: true,
    suggestedTime: null,
    answer: 'none',
    namedRate: null,
    flatPrice: null,
    clockRule: null,
    clockedHours: null,
    namedTechnician: null,
    component: null,
    approvedSupplies: null,
    billed: null,
    sessions: [],
    photos: [],
  })
})

describe('text is refused for a field', () => {
  const job = { cause: 'Vent', correction: 'Resealed' }
  test.each([
    ['where others stand by now', { cause: 'Seam' }, { cause: '' }, 1],
    ['not where those stand that they were written over', { cause: 'Seam' }, { cause: 'Vent' }, 0],
    ['not where they stand already', { cause: 'Vent' }, { cause: '' }, 0],
    ['not where nobody says what they were written over', { cause: 'Seam' }, undefined, 0],
    ['not for the other field', { cause: 'Seam' }, { correction: '' }, 0],
  ])('%s', (_, wanted, over, count) => {
    expect(blockersForRewording(job, wanted, over)).toHaveLength(count)
  })
})

describe('Approve Time', () => {
  test.each([
    ['nothing was suggested', 'job.no-suggestion', line],
    ['the line is no estimate any more', 'job.no-estimate', { ...line, estimate: false, suggestedTime: 2.5 }],
  ] as const)('is refused when %s', (_, code, job) => {
    expect(() => approveTime(job)).toThrow(new Refusal([{ code }]))
  })

  test.each([2.5, 0])('applies the suggested %d hours and ends the estimate', suggestedTime => {
    const approved = approveTime({ ...line, suggestedTime })
    expect(approved).toEqual({ ...line, estimatedTime: suggestedTime, estimate: false, suggestedTime: null })
  })

  test('is refused the second time: the line is no estimate any more', () => {
    expect(() => approveTime(approveTime({ ...line, suggestedTime: 2.5 }))).toThrow(Refusal)
  })
})

describe('labor is estimated time times the labor rate, half up', () => {
  test.each([
    [1.25, 145_00, 181_25],
    [0.25, 145_01, 36_25],
    [0.75, 145_01, 108_76],
    [0.5, 1, 1],
    [0, 145_00, 0],
    [2.5, 0, 0],
  ])('%d h at %d cents = %d cents', (estimatedTime, rate, labor) => {
    expect(laborOf({ ...line, estimatedTime }, cents(rate))).toBe(labor)
  })

  test('without a rate, and on a declined line, it is zero', () => {
    expect(laborOf(line, null)).toBe(0)
    expect(laborOf({ ...line, answer: 'declined' }, cents(145_00))).toBe(0)
    expect(laborOf({ ...line, answer: 'approved' }, cents(145_00))).toBe(181_25)
  })
})

describe('a flat price is the labor', () => {
  const flat = { ...line, flatPrice: cents(450_01) }

  test('to the cent, whatever the hours, the rate and the answer, unless the line was declined or billed', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 100_000_000 }).map(cents),
        fc.nat({ max: 4000 }).map(quarters => quarters / 4),
        fc.option(fc.nat({ max: 100_000_000 }).map(cents)),
        fc.option(fc.nat({ max: 100_000_000 }).map(cents)),
        fc.constantFrom('none' as const, 'approved' as const),
        (flatPrice, estimatedTime, rate, named, answer) => {
          const namedRate = named && { laborRateId: 'diagnostic', name: 'Diagnostic', amount: named }
          const job = { ...line, estimatedTime, flatPrice, namedRate, answer }
          expect(laborOf(job, rate)).toBe(flatPrice)
          expect(laborOf({ ...job, answer: 'declined' }, rate)).toBe(0)
          const billed = { invoice: 'R-1001', labor: cents(1_99), supplies: cents(0) }
          expect(laborOf({ ...job, billed }, rate)).toBe(1_99)
        },
      ),
    )
  })

  test.each([
    ['alone', [flat], 145_00, 'Flat price'],
    ['alone, without a labor rate', [flat], null, 'Flat price'],
    ['beside hours', [flat, { ...line, estimatedTime: 1 }], 145_00, '$450.01 + $145.00'],
    ['of nothing beside hours', [{ ...flat, flatPrice: cents(0) }, line], 145_00, '1h15m × $145.00/hr'],
  ])('and explained %s', (_, jobs, rate, expected) => {
    expect(laborSum(jobs, rate === null ? null : cents(rate))).toBe(expected)
  })

  test('that a suggested time does not change', () => {
    expect(countsEstimatedTime([{ ...flat, suggestedTime: 2 }])).toEqual([])
    expect(hoursInTotals({ ...flat, suggestedTime: 2 })).toBeNull()
    expect(hoursInTotals({ ...line, suggestedTime: 2 })).toBe(1.25)
  })
})

test('hours by the clock are the labor, and explained', () => {
  const clocked = { ...line, clockedHours: 1.33 }
  expect(laborOf(clocked, cents(145_00))).toBe(192_85)
  expect(laborSum([clocked], cents(145_00))).toBe('1.33 h by the clock × $145.00/hr')
  expect(hoursInTotals({ ...clocked, suggestedTime: 2 })).toBeNull()
})

test('a job line is named by its number and at most 60 characters of its problem', () => {
  expect(jobLabel(line)).toBe('2. Roof leak above the bunk')
  expect(jobLabel({ jobNumber: 3, problem: 'x'.repeat(60) })).toBe(`3. ${'x'.repeat(60)}`)
  expect(jobLabel({ jobNumber: 3, problem: 'x'.repeat(61) })).toBe(`3. ${'x'.repeat(59)}…`)
})

describe('labor adds up on a calculator', () => {
  const jobOf = (estimatedTime: number) => ({ ...line, estimatedTime })
  test.each([
    ['one line', [jobOf(1.25)], 145_00, '1h15m × $145.00/hr'],
    ['several, each rounded', [jobOf(1.25), jobOf(5)], 133_33, '$166.66 + $666.65'],
    [
      'what is charged alone',
      [jobOf(2), jobOf(0), { ...jobOf(9), answer: 'declined' as const }],
      145_00,
      '2h00m × $145.00/hr',
    ],
    ['none', [], 145_00, '0h00m × $145.00/hr'],
    ['many lines are counted', Array.from({ length: 9 }, () => jobOf(1)), 14_500, 'Sum of 9 job lines'],
  ])('%s', (_, jobs, rate, expected) => {
    expect(laborSum(jobs, cents(rate))).toBe(expected)
  })
})

test.each([
  ['a suggested time on an estimate line', {}, 2],
  ['none where it is the estimated time', { estimatedTime: 2 }, null],
  ['none on a line that is no estimate', { estimate: false }, null],
  ['none without a suggestion', { suggestedTime: null }, null],
])('what waits is %s', (_, change, expected) => {
  expect(waitingTime({ ...line, suggestedTime: 2, ...change })).toBe(expected)
})

test('beside a price and beside a total stands which of the two times is counted', () => {
  const waiting = { ...line, suggestedTime: 2 }
  expect(countsSuggestedTime(2, 1.25)).toBe(
    'This counts the suggested 2h00m. The ticket’s total counts 1h15m until that is approved.',
  )
  expect(countsEstimatedTime([line, waiting, { ...waiting, answer: 'declined' }])).toEqual([
    'Job 2 counts 1h15m here, until the suggested 2h00m is approved.',
  ])
})

test('work on a declined line is refused', () => {
  expect(blockersForClockingIn({ ...line, answer: 'declined' })).toEqual([
    { code: 'clock.declined', job: '2. Roof leak above the bunk' },
  ])
  for (const answer of ['none', 'approved'] as const)
    expect(blockersForClockingIn({ ...line, answer })).toEqual([])
})

test.each([
  ['to do before anyone clocked in', { sessions: [], correction: '' }, 'to-do'],
  [
    'started while nobody works and nothing is written',
    { sessions: [{ clockOutTime: new Date() }], correction: '' },
    'started',
  ],
  ['running while someone is clocked in', { sessions: [{ clockOutTime: null }], correction: '' }, 'running'],
  [
    'running again after its correction',
    { sessions: [{ clockOutTime: null }], correction: 'Sealed' },
    'running',
  ],
  ['done with a correction', { sessions: [{ clockOutTime: new Date() }], correction: 'Sealed' }, 'done'],
] as const)('the work on a line is %s', (_, job, expected) => {
  expect(jobProgress(job)).toBe(expected)
})

test('a photo most likely shows the repair once there is a correction', () => {
  expect(guessedStage({ correction: '' })).toBe('before')
  expect(guessedStage({ correction: 'Sealed' })).toBe('after')
})

import { describe, expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { gapsBeforeFinalizing, hasAnythingDone, missingFindings } from './gaps.ts'

const roof = {
  jobNumber: 1,
  cause: 'Old seal',
  correction: 'Sealed',
  answer: 'none' as 'none' | 'approved' | 'declined',
  isAsked: false,
  sessions: [{}],
  photos: [] as { moment: string }[],
}
const slide = { ...roof, jobNumber: 2 }
const ticket = {
  assignedTechnician: 'rosa' as string | null,
  customerDetails: { firstName: 'June' },
  jobs: [roof, slide],
  parts: [] as unknown[],
}
const TOTAL = cents(100_00)

describe('before Finalize', () => {
  test.each([
    ['nothing is missing', ticket, []],
    ['nobody is assigned, but a technician has worked', { ...ticket, assignedTechnician: null }, []],
    [
      'nothing was done',
      { ...ticket, assignedTechnician: null, jobs: [{ ...roof, cause: '', correction: '', sessions: [] }] },
      ['No technician is assigned.', 'No time was clocked.', 'No cause or correction on job 1.'],
    ],
    ['there are no job lines', { ...ticket, jobs: [] }, ['No time was clocked.']],
    [
      'a cause and a correction are missing',
      {
        ...ticket,
        jobs: [
          { ...roof, cause: '' },
          { ...slide, correction: '' },
        ],
      },
      ['No cause on job 1.', 'No correction on job 2.'],
    ],
    [
      'several lines have neither',
      { ...ticket, jobs: [roof, slide].map(job => ({ ...job, cause: '', correction: '' })) },
      ['No cause or correction on jobs 1 and 2.'],
    ],
    [
      'many lines have neither',
      {
        ...ticket,
        jobs: [1, 2, 3, 4].map(jobNumber => ({ ...roof, jobNumber, cause: '', correction: '' })),
      },
      ['No cause or correction on jobs 1, 2, 3, and 4.'],
    ],
    [
      'a declined line has neither',
      { ...ticket, jobs: [roof, { ...slide, cause: '', correction: '', answer: 'declined' as const }] },
      ['June was never asked about job 1.'],
    ],
    [
      'a line was never asked',
      { ...ticket, jobs: [{ ...roof, answer: 'approved' as const }, slide] },
      ['June was never asked about job 2.'],
    ],
  ])('%s', (_, facts, expected) => {
    expect(gapsBeforeFinalizing(facts, TOTAL)).toEqual(expected)
  })

  test('a total of nothing is named, unless it is hidden', () => {
    expect(gapsBeforeFinalizing(ticket, cents(0))).toEqual(['The total is $0.00.'])
    expect(gapsBeforeFinalizing(ticket, null)).toEqual([])
  })
})

test('before Complete, only cause and correction are named', () => {
  const bare = { ...roof, cause: '', correction: '', sessions: [] }
  expect(missingFindings({ jobs: [bare] })).toEqual(['No cause or correction on job 1.'])
  expect(missingFindings(ticket)).toEqual([])
})

test.each([
  ['time', { sessions: [{}] }, [], true],
  ['a cause', { cause: 'Old seal' }, [], true],
  ['a correction', { correction: 'Sealed' }, [], true],
  ['a part', {}, [{}], true],
  ['a photo of the work', { photos: [{ moment: 'after' }] }, [], true],
  ['a photo of before, as customers send', { photos: [{ moment: 'before' }] }, [], false],
  ['an estimate', {}, [], false],
])('whether anything was done: %s', (_, changes, parts, expected) => {
  const bare = { ...roof, cause: '', correction: '', sessions: [] }
  expect(hasAnythingDone({ jobs: [{ ...bare, ...changes }], parts })).toBe(expected)
})

import { expect, test } from 'vitest'
import { isOutdated, jobsToSign, labelsOf } from './bay-signature.ts'

const roof = { jobNumber: 1, problem: 'Roof leak', correction: '', sessions: [{}] }
const slide = { jobNumber: 2, problem: 'Slide-out', correction: 'Replaced the motor', sessions: [] }
const awning = { jobNumber: 3, problem: 'Awning', correction: '', sessions: [] }

test('at drop-off all lines are signed for, and as work done those with time or a correction', () => {
  expect(labelsOf(jobsToSign('drop-off', [roof, slide, awning]))).toBe(
    '1. Roof leak; 2. Slide-out; 3. Awning',
  )
  expect(labelsOf(jobsToSign('work-done', [roof, slide, awning]))).toBe('1. Roof leak; 2. Slide-out')
})

test.each([
  ['drop-off', 'as it was', [roof, slide], false],
  ['drop-off', 'with a line added', [roof, slide, awning], true],
  ['drop-off', 'with a line deleted', [roof], true],
  ['drop-off', 'with a line rewritten', [roof, { ...slide, problem: 'Slide-out stuck' }], true],
  ['work-done', 'as it was', [roof, slide], false],
  ['work-done', 'with a line added', [roof, slide, awning], false],
  ['work-done', 'with a line deleted', [slide], true],
  ['work-done', 'with a line rewritten', [{ ...roof, problem: 'No leak' }, slide], true],
] as const)('a signature at %s of a ticket that is %s', (occasion, _, now, outdated) => {
  expect(isOutdated(occasion, [roof, slide], now)).toBe(outdated)
})

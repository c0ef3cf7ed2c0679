import { expect, test } from 'vitest'
import type { DeskApprovals } from './approval-request-text.ts'
import { answerRecorded, approvalRequestRemoved } from './optimistic-answer.ts'

const now = new Date('2025-11-20T15:00:00Z')
const before = new Date('2025-11-19T15:00:00Z')
const open = {
  state: 'open',
  note: 'Rain is coming.',
  askedAt: before,
  askedBy: 'Walt',
  isChanged: true,
  answeredAt: null,
  how: null,
  answeredBy: null,
}
const view = {
  timeZone: 'America/Chicago',
  lines: [
    { jobNumber: 1, answer: 'none', request: open, total: 211.5 },
    { jobNumber: 2, answer: 'none', request: null, total: null },
  ],
} as unknown as DeskApprovals

const response = { state: 'declined', how: 'phone', answeredAt: now, answeredBy: 'Dana', isChanged: false }

test('an answer closes the open request, and changes no other line or price', () => {
  const [first, second] = answerRecorded(view, { jobNumber: 1, answer: 'declined' }, 'Dana', now).lines
  expect(first).toMatchObject({ answer: 'declined', total: 211.5, request: { ...open, ...response } })
  expect(second).toBe(view.lines[1])
})

test('an answer without a request is requested and answered by the person who records it', () => {
  const [, second] = answerRecorded(view, { jobNumber: 2, answer: 'declined' }, 'Dana', now).lines
  const unknown = { spokeWith: null, phone: null }
  expect(second?.request).toEqual({ note: '', askedAt: now, askedBy: 'Dana', ...response, ...unknown })
  const who = { name: 'Ted Park', phone: '(574) 555-0188' }
  const [, named] = answerRecorded(view, { jobNumber: 2, answer: 'declined', ...who }, 'Dana', now).lines
  expect(named?.request).toMatchObject({ spokeWith: 'Ted Park', phone: '(574) 555-0188' })
})

test('a canceled request is gone, without an answer', () => {
  const [first, second] = approvalRequestRemoved(view, { jobNumber: 1 }).lines
  expect(first).toMatchObject({ answer: 'none', request: null })
  expect(second).toBe(view.lines[1])
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AbsenceNote } from './absence-note.tsx'

const rosa = {
  ...{ firstName: 'Rosa', lastName: 'Díaz' },
  workingHours: [{ weekday: 1, opens: null, closes: null }],
  timeOff: [{ firstDay: '2025-11-27', lastDay: '2025-11-28', reason: 'Vacation' }],
}
const noteOf = (technician: typeof rosa, day: string): string =>
  renderToStaticMarkup(createElement(AbsenceNote, { technician, day })).replace(/<svg.*<\/svg>/, '')

test.each([
  [
    '2025-11-28',
    'Rosa Díaz is off Thu, Nov 27 to Fri, Nov 28, 2025 (Vacation). You can assign the ticket anyway.',
  ],
  ['2025-12-01', 'Rosa Díaz is off on Mondays. You can assign the ticket anyway.'],
])('on %s the desk reads: %s', (day, sentence) => {
  const note = noteOf(rosa, day)
  expect(note.replace(/<[^>]+>/g, '')).toBe(sentence)
  expect(note).toContain('role="status"')
})

test('it reads nothing about who is there', () => {
  expect(noteOf(rosa, '2025-11-26')).toBe('')
  expect(noteOf({ ...rosa, workingHours: [], timeOff: [] }, '2025-11-28')).toBe('')
})

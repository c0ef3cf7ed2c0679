import { expect, test } from 'vitest'
import { isKnown, isSame, keepText, keptText, keptUnder } from './text-drafts.ts'

test('a space at the end is no difference, and a word is', () => {
  expect(isSame('Vent ', 'Vent')).toBe(true)
  expect(isSame('Vent', 'Vent lid')).toBe(false)
})

test.each([
  ['what they were typed over', 'Vent', null, 'Vent', true],
  ['what they were typed over, but for a space', 'Vent', null, 'Vent\n', true],
  ['what was sent and never answered', '', 'Seam', 'Seam', true],
  ['somebody else’s', 'Vent', 'Seam', 'Seam open', false],
  ['an emptied field', 'Vent', null, '', false],
])('words meet %s', (_, base, sent, words, isExpected) => {
  expect(isKnown({ base, sent }, words)).toBe(isExpected)
})

test('where nothing can be kept, nothing is, and nobody is stopped from typing', () => {
  keepText('rosa 412873 1 cause', { job: '1. Roof', base: '', sent: null, text: 'Seam' })
  expect(keptText('rosa 412873 1 cause')).toBeNull()
  expect(keptUnder('rosa ')).toEqual([])
})

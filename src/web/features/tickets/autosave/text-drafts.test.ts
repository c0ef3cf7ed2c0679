import { expect, test } from 'vitest'
import { getDraft, isOwnText, isSame, listDrafts, saveDraft } from './text-drafts.ts'

test('a trailing space is no difference, and a word is', () => {
  expect(isSame('Vent ', 'Vent')).toBe(true)
  expect(isSame('Vent', 'Vent lid')).toBe(false)
})

test.each([
  ['what they were typed over', 'Vent', null, 'Vent', true],
  ['what they were typed over, but for a space', 'Vent', null, 'Vent\n', true],
  ['what was sent and never answered', '', 'Seam', 'Seam', true],
  ['somebody else’s', 'Vent', 'Seam', 'Seam open', false],
  ['an emptied field', 'Vent', null, '', false],
])('drafts meet the saved text %s', (_, base, sent, words, isExpected) => {
  expect(isOwnText({ base, sent }, words)).toBe(isExpected)
})

test('without storage nothing is stored, and typing works', () => {
  saveDraft('rosa 412873 1 cause', { job: '1. Roof', base: '', sent: null, text: 'Seam' })
  expect(getDraft('rosa 412873 1 cause')).toBeNull()
  expect(listDrafts('rosa ')).toEqual([])
})

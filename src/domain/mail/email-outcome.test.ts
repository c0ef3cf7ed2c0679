import { expect, test } from 'vitest'
import { LETTER_FATES, noLetterSentence } from './email-outcome.ts'

test('whatever kept a letter back is said, with what to do instead', () => {
  const said = [...LETTER_FATES, undefined].map(noLetterSentence)
  expect(said.map(sentence => sentence?.split(':')[0] ?? null)).toEqual([
    ...[null, 'No letter was sent', 'No letter was sent', null],
  ])
  expect(new Set(said).size).toBe(3)
})

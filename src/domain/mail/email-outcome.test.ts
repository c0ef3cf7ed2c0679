import { expect, test } from 'vitest'
import { EMAIL_OUTCOMES, emailNotSentSentence } from './email-outcome.ts'

test('every reason why an email was not sent has a sentence with what to do instead', () => {
  const sentences = [...EMAIL_OUTCOMES, undefined].map(emailNotSentSentence)
  expect(sentences.map(sentence => sentence?.split(':')[0] ?? null)).toEqual([
    null,
    'Not emailed',
    'Not emailed',
    'Not emailed',
    'Not emailed',
    null,
  ])
  expect(new Set(sentences).size).toBe(5)
})

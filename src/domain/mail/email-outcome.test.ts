import { expect, test } from 'vitest'
import { EMAIL_OUTCOMES, emailNotSentSentence } from './email-outcome.ts'

test('every reason why an email was not sent has a sentence with what to do instead', () => {
  const said = [...EMAIL_OUTCOMES, undefined].map(emailNotSentSentence)
  expect(said.map(sentence => sentence?.split(':')[0] ?? null)).toEqual([
    null,
    'Not emailed',
    'Not emailed',
    null,
  ])
  expect(new Set(said).size).toBe(3)
})

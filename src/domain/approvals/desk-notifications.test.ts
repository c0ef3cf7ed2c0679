import { expect, test } from 'vitest'
import { formatAnswerNotification, formatMessageNotification } from './desk-notifications.ts'

const june = { ticketId: 412_873, firstName: 'June', lastName: 'Park' }

test.each([
  ['approved', 2, 'June Park approved 1. Roof leak on ticket 412873.'],
  ['declined', 0, 'June Park declined 1. Roof leak on ticket 412873. All requests on it are answered.'],
] as const)('the answer %s with %i left is one sentence', (answer, open, expected) => {
  expect(formatAnswerNotification({ job: '1. Roof leak', answer, open }, june)).toBe(expected)
})

test('the notification names the customer, not what they wrote', () => {
  expect(formatMessageNotification(june)).toBe('June Park sent a message about ticket 412873.')
  expect(formatMessageNotification(june, '1. Roof leak')).toBe(
    'June Park sent a message about 1. Roof leak on ticket 412873.',
  )
})

import { describe, expect, test } from 'vitest'
import { HOLD_REASONS } from '#domain/on-hold/hold.ts'
import { formatPushMessage, hasNewContact, isUrgent, type PushMessage } from './push-message.ts'

const steps = ['accept', 'decline', 'finalize', 'complete', 'reopen'] as const
const ALL: readonly PushMessage[] = [
  ...steps.map(about => ({ about })),
  ...HOLD_REASONS.map(reason => ({ about: 'hold', reason }) as const),
  ...([1, 3].map(lines => ({ about: 'ask', lines, isRaised: false })) as PushMessage[]),
  ...([{ about: 'begin' }, { about: 'resume' }, { about: 'message' }] as const),
]

describe('a push message', () => {
  test.each(ALL.map(message => [JSON.stringify(message), message] as const))(
    '%s is one short line',
    (_, message) => {
      expect(formatPushMessage(message)).toMatch(/^[A-Z0-9][^\n]{10,80}\.$/)
      expect(formatPushMessage(message)).not.toMatch(/\$|undefined/)
    },
  )

  test('has its own sentence for each event', () => {
    expect(new Set(ALL.map(formatPushMessage)).size).toBe(ALL.length)
  })

  test('counts the jobs that need approval', () => {
    expect(formatPushMessage({ about: 'ask', lines: 1, isRaised: false })).toBe(
      'One job on your RV needs your approval.',
    )
    expect(formatPushMessage({ about: 'ask', lines: 3, isRaised: false })).toBe(
      '3 jobs on your RV need your approval.',
    )
  })

  test('says when a price went up, without naming it', () => {
    expect(formatPushMessage({ about: 'ask', lines: 1, isRaised: true })).toBe(
      'The price of work on your RV went up. It needs your approval again.',
    )
  })
})

test('messages that the customer should see soon are urgent', () => {
  expect(ALL.filter(isUrgent).map(formatPushMessage)).toEqual([
    'Your RV is ready.',
    'More work is needed. We’ve reopened your ticket.',
    'We need to hear from you before work can continue.',
    'One job on your RV needs your approval.',
    '3 jobs on your RV need your approval.',
    'You have a new message.',
  ])
})

describe('customers get messages', () => {
  const before = { email: 'june@mail.example', phone: '(574) 555-0201' }

  test.each([{ phone: '574.555.0201' }, { phone: '5745550201' }, { email: 'June@Mail.Example' }, {}])(
    'on the tracking page: %j',
    change => {
      expect(hasNewContact(before, { ...before, ...change })).toBe(false)
    },
  )

  test.each([
    { phone: '(574) 555-0202' },
    { phone: '(260) 555-0201' },
    { phone: '(574) 555-0201 ext. 4' },
    { email: 'walt@mail.example' },
  ])('on their phones: %j', change => {
    expect(hasNewContact(before, { ...before, ...change })).toBe(true)
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  challengeDigits,
  isLocked,
  linkEndsAt,
  MAX_WRONG_ANSWERS,
  stateOfLink,
  tooManyAnswersSentence,
} from './link.ts'

const at = new Date('2026-03-01T12:00:00Z')
const ticket = (state: 'active' | 'completed' | 'recorded' | 'declined' | 'closed') => ({
  state,
  lastTransition: { at },
})
const days = (count: number) => new Date(at.getTime() + count * 24 * 60 * 60 * 1000)

test.each([
  ['(574) 555-0142', '0142'],
  ['+1 574 555 0142', '0142'],
  ['(574) 555-0142 x12', '0142'],
  ['574.555.0142 ext. 7', '0142'],
  ['0142', '0142'],
  ['142', null],
  ['1 2 x3456', null],
  ['', null],
])('with the phone %s a link asks for %s', (phone, digits) => {
  expect(challengeDigits(phone)).toBe(digits)
})

test('separators between digits do not matter', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(' ', '-', '.', '(', ')'), { maxLength: 10 }), signs => {
      const digits = [...'5745550142']
      expect(challengeDigits(digits.map((digit, place) => digit + (signs[place] ?? '')).join(''))).toBe(
        '0142',
      )
    }),
  )
})

test('a link lasts while there is work, plus ninety days', () => {
  const link = { revokedAt: null }
  expect(linkEndsAt(ticket('completed'))).toBeNull()
  expect(stateOfLink(link, ticket('active'), days(4000))).toBe('open')
  expect(stateOfLink(link, ticket('recorded'), new Date(days(90).getTime() - 1))).toBe('open')
  expect(stateOfLink(link, ticket('recorded'), days(90))).toBe('expired')
  expect(stateOfLink(link, ticket('declined'), days(90))).toBe('expired')
  expect(stateOfLink(link, ticket('closed'), days(90))).toBe('expired')
})

test('a revoked link stays revoked, whatever its ticket does', () => {
  expect(stateOfLink({ revokedAt: at }, ticket('active'), at)).toBe('revoked')
})

test.each([
  [3600, '60 minutes'],
  [3541, '60 minutes'],
  [3540, '59 minutes'],
  [61, '2 minutes'],
  [60, 'a minute'],
  [1, 'a minute'],
])('%i seconds after too many wrong answers, the customer reads what to do and %s', (seconds, wait) => {
  expect(tooManyAnswersSentence('Bluebonnet RV', seconds)).toBe(
    `Too many wrong answers. Ask Bluebonnet RV for a new link, or try again in ${wait}.`,
  )
})

test('strangers who use up their tries leave as many to browsers that were let in before', () => {
  const at = (wrongAnswers: number) => [isLocked({ wrongAnswers }), isLocked({ wrongAnswers }, true)]
  const counts = [MAX_WRONG_ANSWERS - 1, MAX_WRONG_ANSWERS, 2 * MAX_WRONG_ANSWERS]
  expect(counts.map(at)).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ])
})

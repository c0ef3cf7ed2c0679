import { expect, test } from 'vitest'
import { claimStateOf, notClaimedSentence } from './claim-state.ts'

const SINCE = new Date('2025-11-20T19:00:00Z')

test.each([
  [null, false, 'confirmed'],
  [SINCE, false, 'unconfirmed'],
  [null, true, 'disputed'],
  [SINCE, true, 'disputed'],
] as const)('a claim opened from %s, with a dispute: %s, is %s', (openedFrom, hasDispute, state) => {
  expect(claimStateOf({ openedFrom, hasDispute })).toBe(state)
})

test.each([
  [null, 'This rig isn’t on your list.'],
  ['transfer', 'Your claim of this rig has ended: your transfer code was used.'],
  ['corrected', 'Your claim of this rig has ended: its VIN was corrected.'],
] as const)('after a claim that ended by %s: %s', (end, sentence) => {
  expect(notClaimedSentence(end)).toBe(sentence)
})

import { expect, test } from 'vitest'
import { newerVersions } from './draft-backup.ts'
import { namesTransition, reasonOf } from './refusal-reason.ts'
import { getDraft, isOwnText, isSame, listTexts, saveDraft } from './text-drafts.ts'

test('a trailing space is no difference, and a word is', () => {
  expect(isSame('Vent ', 'Vent')).toBe(true)
  expect(isSame('Vent', 'Vent lid')).toBe(false)
})

test.each([
  ['what they were typed over', 'Vent', null, 'Vent', true],
  ['what they were typed over, but for a space', 'Vent', null, 'Vent\n', true],
  ['what was sent and never answered', '', 'Seam', 'Seam', true],
  ['another person’s', 'Vent', 'Seam', 'Seam open', false],
  ['an emptied field', 'Vent', null, '', false],
])('drafts meet the saved text %s', (_, base, sent, text, isExpected) => {
  expect(isOwnText({ base, sent }, text)).toBe(isExpected)
})

test('without storage nothing is stored, and typing works', () => {
  saveDraft('rosa 412873 1 cause', { job: '1. Roof', base: '', sent: null, text: 'Seam' })
  expect(getDraft('rosa 412873 1 cause')).toBeNull()
  expect(listTexts('rosa')).toEqual([])
})

test('of a draft in both storages the newer version counts, also a deletion', () => {
  const backup = [
    ['forgotten', { json: '{"text":"Seam"}', at: 5 }],
    ['older', { json: '{"text":"Se"}', at: 5 }],
    ['same', { json: '{"text":"Seam"}', at: 7 }],
    ['saved since', { json: null, at: 9 }],
    ['typed again', { json: null, at: 5 }],
    ['gone', { json: null, at: 5 }],
  ] as const
  const local = new Map([
    ['older', 6],
    ['same', 7],
    ['saved since', 6],
    ['typed again', 6],
  ])
  expect(newerVersions(backup, key => local.get(key) ?? null).map(([key]) => key)).toEqual([
    'forgotten',
    'saved since',
  ])
})

test.each([
  ['NOT_FOUND', 'Not found.', false, 'The desk released this ticket or assigned it to another technician.'],
  [
    'NOT_FOUND',
    'Not found. It may already be done.',
    true,
    'The desk released this ticket or assigned it to another technician. An earlier try may have arrived, so this may already be done.',
  ],
  ['REFUSED', 'This ticket was finalized.', false, 'This ticket was finalized.'],
  ['REFUSED', 'This ticket was finalized.', true, 'This ticket was finalized.'],
])('%s, %s, may be done: %s says why it was not accepted', (code, message, mayBeDone, reason) => {
  expect(reasonOf({ code, message }, mayBeDone)).toBe(reason)
})

test.each([
  ['of a step by another account', { code: 'REFUSED', reason: 'ticket.moved' }, true],
  ['of this device, that heard of one', { code: 'MOVED' }, true],
  ['that an earlier version stored without its reason', { code: 'REFUSED' }, true],
  ['of a running clock', { code: 'REFUSED', reason: 'clock.running' }, false],
  ['of invalid input', { code: 'INVALID' }, false],
] as const)('a refusal %s may say who made the last step', (_, refusal, isNamed) => {
  expect(namesTransition({ message: '', ...refusal })).toBe(isNamed)
})

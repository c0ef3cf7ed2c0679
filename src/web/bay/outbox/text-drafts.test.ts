import { afterEach, expect, test, vi } from 'vitest'
import { stubTextStorage } from '../../../../test/support/outbox.ts'
import { newerVersions } from './draft-backup.ts'
import { namesTransition, reasonOf } from './refusal-reason.ts'
import { deleteDraft, getDraft, isSame, isUnstored, listTexts, saveDraft, textsSent } from './text-drafts.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a trailing space is no difference, and a word is', () => {
  expect(isSame('Vent ', 'Vent')).toBe(true)
  expect(isSame('Vent', 'Vent lid')).toBe(false)
})

test('without storage the page has the text, which is nowhere else', () => {
  vi.stubGlobal('navigator', { onLine: true })
  const key = 'rosa 412873 1 cause'
  saveDraft(key, { job: '1. Roof', base: '', sent: null, text: 'Seam', readyAt: 0 })
  expect([getDraft(key)?.text, isUnstored(key), listTexts('rosa').length]).toEqual(['Seam', true, 1])
  deleteDraft(key)
  expect([getDraft(key), isUnstored(key), listTexts('rosa')]).toEqual([null, false, []])
})

test('other commands wait for a text for a moment, and not for one that waits or was refused', async () => {
  vi.useFakeTimers()
  stubTextStorage()
  const key = 'rosa 412873 1 cause'
  const draft = { job: '1. Roof', base: '', sent: null, text: 'Seam', readyAt: Date.now() + 800 }
  const isSent = async (): Promise<boolean> => {
    let isDone = false
    void textsSent('rosa', 412873).then(() => {
      isDone = true
    })
    await vi.advanceTimersByTimeAsync(0)
    return isDone
  }
  expect(await isSent()).toBe(true)
  saveDraft(key, draft)
  expect(await isSent()).toBe(false)
  const waiting = textsSent('rosa', 412873)
  deleteDraft(key)
  await waiting
  saveDraft(key, { ...draft, refused: { message: '', code: 'REFUSED', at: 0, handOverKey: '' } })
  expect(await isSent()).toBe(true)
  saveDraft(key, { ...draft, readyAt: 0 })
  expect(await isSent()).toBe(true)
  saveDraft(key, draft)
  const late = textsSent('rosa', 412873)
  await vi.advanceTimersByTimeAsync(6000)
  await late
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
  ['of a step by another account', { code: 'REFUSED', reason: 'ticket.transitioned' }, true],
  ['of this device, that heard of one', { code: 'MOVED' }, true],
  ['that an earlier version stored without its reason', { code: 'REFUSED' }, true],
  ['of a running clock', { code: 'REFUSED', reason: 'clock.running' }, false],
  ['of invalid input', { code: 'INVALID' }, false],
] as const)('a refusal %s may say who made the last step', (_, refusal, isNamed) => {
  expect(namesTransition({ message: '', ...refusal })).toBe(isNamed)
})

import { describe, expect, test } from 'vitest'
import { holdFact, holdSentence, startHold } from './hold.ts'

const NOVEMBER_12 = new Date('2025-11-12T15:00:00Z')
const LATER = new Date('2025-11-14T15:00:00Z')
const part = { reason: 'part', note: '', since: NOVEMBER_12, until: '2025-11-24' } as const

describe('the reason for a hold', () => {
  test.each([
    ['customer', part, 'Waiting for a part since Nov 12. Expected Nov 24.'],
    ['customer', { ...part, until: null }, 'Waiting for a part since Nov 12.'],
    ['customer', { ...part, reason: 'customer' }, 'Waiting for your reply since Nov 12. Expected Nov 24.'],
    ['desk', { ...part, reason: 'customer' }, 'Waiting for the customer since Nov 12. Expected Nov 24.'],
    ['desk', { ...part, reason: 'weather', until: null }, 'Waiting for better weather since Nov 12.'],
    ['customer', { ...part, until: '2026-01-02' }, 'Waiting for a part since Nov 12. Expected Jan 2.'],
  ] as const)('is shown to the %s: %#', (reader, hold, sentence) => {
    expect(holdSentence(hold, reader, 'America/Indiana/Indianapolis')).toBe(sentence)
  })

  test('says on a card until when it is expected to last', () => {
    const zone = 'America/Indiana/Indianapolis'
    expect(holdFact(part, zone)).toBe('Waiting for a part since Nov 12, expected Nov 24')
    expect(holdFact({ ...part, until: null }, zone)).toBe('Waiting for a part since Nov 12')
  })

  test("started on the company's date", () => {
    const since = new Date('2025-11-13T03:00:00Z')
    expect(holdSentence({ ...part, since }, 'desk', 'America/Chicago')).toContain('since Nov 12.')
  })
})

describe('a hold', () => {
  const requested = { reason: 'part', note: 'On its way', until: null } as const

  test('starts now', () => {
    expect(startHold(null, requested, LATER)).toEqual({ ...requested, since: LATER })
  })

  test('continues when only its text or date changes', () => {
    expect(startHold(part, requested, LATER)).toEqual({ ...requested, since: NOVEMBER_12 })
  })

  test('starts again for another reason', () => {
    expect(startHold({ ...part, reason: 'weather' }, requested, LATER).since).toBe(LATER)
  })
})

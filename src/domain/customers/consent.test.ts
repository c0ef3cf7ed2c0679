import { describe, expect, test } from 'vitest'
import { type Consent, refusesEmail } from './consent.ts'

const noted = (agreesToEmail: boolean | null, day: number, agreesToText: boolean | null = null): Consent => ({
  ...{ agreesToEmail, agreesToText },
  consentAt: new Date(Date.UTC(2025, 10, day)),
})
const never: Consent = { agreesToEmail: null, agreesToText: null, consentAt: null }

describe('a customer refuses emails', () => {
  test.each([
    ['not if they were never asked', [never], false],
    ['not if they agreed', [noted(true, 1)], false],
    ['if they said no', [noted(false, 1)], true],
    ['not if they refused text messages alone', [noted(null, 1, false)], false],
    ['if one who is the same person said no', [never, noted(false, 1)], true],
    ['not if they agreed later', [noted(false, 1), noted(true, 2)], false],
    ['if they said no later, whoever comes first', [noted(false, 2), noted(true, 1)], true],
    ['also if they were asked about text messages later', [noted(false, 1), noted(null, 2, true)], true],
  ])('%s', (_, records, expected) => {
    expect(refusesEmail(records)).toBe(expected)
  })
})

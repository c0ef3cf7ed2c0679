import { describe, expect, test } from 'vitest'
import { createCode, formatCode, grantsFullHistory, isCode, normalizeCode } from './claim-code.ts'

const bytes = (seed: number) => Uint8Array.from({ length: 16 }, (_, index) => (seed * 37 + index * 101) % 256)

describe('a claim code', () => {
  test.each(['', 'ABC', '7KQ2MXW4P', '7KQ2MXW4PBB', '7KQ2M/XW4P', '7KQ2MXW4P0', '7KQ2MXW4PO', 'I234567892'])(
    '%j is not valid',
    typed => expect(isCode(normalizeCode(typed))).toBe(false),
  )

  test('has ten unambiguous characters', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const code = createCode(bytes(seed))
      expect(isCode(code)).toBe(true)
      expect(code).not.toMatch(/[01OIL]/)
    }
    expect(new Set(Array.from({ length: 200 }, (_, seed) => createCode(bytes(seed)))).size).toBe(200)
  })

  test('is the same however it is typed', () => {
    const printed = formatCode(createCode(bytes(4)))
    expect(printed).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    for (const typed of [printed, printed.toLowerCase(), ` ${printed.replace('-', ' – ')} `])
      expect(normalizeCode(typed)).toBe(createCode(bytes(4)))
  })
})

describe('a rig’s whole history', () => {
  const JUNE = 'June.Park@mail.example'

  test('is closed to others, when the customer is unknown, and after a release', () => {
    expect(grantsFullHistory(JUNE, false, 'harold@mail.example')).toBe(false)
    expect(grantsFullHistory(null, false, 'june.park@mail.example')).toBe(false)
    expect(grantsFullHistory(JUNE, true, 'june.park@mail.example')).toBe(false)
  })

  test("opens to the email of the rig's customer", () => {
    expect(grantsFullHistory(JUNE, false, 'june.park@mail.example')).toBe(true)
  })
})

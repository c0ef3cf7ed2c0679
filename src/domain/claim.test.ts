import { describe, expect, test } from 'vitest'
import { codeFrom, isCode, mendCode, opensWhole, printCode } from './claim.ts'

const bytes = (seed: number) => Uint8Array.from({ length: 16 }, (_, index) => (seed * 37 + index * 101) % 256)

describe('a code', () => {
  test.each(['', 'ABC', '7KQ2MXW4P', '7KQ2MXW4PBB', '7KQ2M/XW4P', '7KQ2MXW4P0', '7KQ2MXW4PO', 'I234567892'])(
    '%j is none',
    typed => expect(isCode(mendCode(typed))).toBe(false),
  )

  test('has ten letters that nobody takes for one another', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const code = codeFrom(bytes(seed))
      expect(isCode(code)).toBe(true)
      expect(code).not.toMatch(/[01OIL]/)
    }
    expect(new Set(Array.from({ length: 200 }, (_, seed) => codeFrom(bytes(seed)))).size).toBe(200)
  })

  test('is the same however it is typed', () => {
    const printed = printCode(codeFrom(bytes(4)))
    expect(printed).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    for (const typed of [printed, printed.toLowerCase(), ` ${printed.replace('-', ' – ')} `])
      expect(mendCode(typed)).toBe(codeFrom(bytes(4)))
  })
})

describe('a rig’s whole life', () => {
  const june = { customerUuid: 'june', email: 'June.Park@mail.example' }

  test('stays shut to a ticket for somebody else, and where nobody is known', () => {
    for (const served of [null, 'harold']) expect(opensWhole(served, june, 'harold@mail.example')).toBe(false)
    expect(opensWhole(null, null, 'june.park@mail.example')).toBe(false)
  })

  test('opens to a code of its customer’s ticket, and to their email', () => {
    expect(opensWhole('june', june, 'other@mail.example')).toBe(true)
    expect(opensWhole(null, june, 'june.park@mail.example')).toBe(true)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { replaceMissingGlyphs } from './font-coverage.ts'
import { loadFontCoverage } from './pdf-worker.ts'

const has = await loadFontCoverage()
const drawn = (text: string) => replaceMissingGlyphs(text, has)

describe('the PDF font', () => {
  test.each([
    'José Ñandú',
    'Łódź',
    'Žižka',
    'Ștefan',
    'Ødegård',
    'Nguyễn Thị Ánh',
    'Θεοδώρα',
    'Юрий Їжак',
    '10 × 2½″ @ $9.80 – “done”',
    '№ 7 · 50 °F',
    'one\ntwo',
  ])('shows %s unchanged', text => {
    expect(drawn(text)).toBe(text)
  })

  test.each([
    ['an accent that was typed apart', 'Jose\u0301', 'José'],
    ['an emoji', 'Leak 💧 above', 'Leak \uFFFD above'],
    ['a family of four, which is one sign', '👨‍👩‍👧‍👦!', '\uFFFD!'],
    ['Chinese, sign for sign', '王小明', '\uFFFD\uFFFD\uFFFD'],
    ['letters from a keyboard of another width', 'ＲＶ', 'RV'],
    ['marks that turn the direction around', 'a\u202Eb\u202C', 'ab'],
    ['a soft hyphen, a joiner and a stray bell', 'a\u00ADb\u200Dc\u0007', 'abc'],
    ['spaces of every kind', 'a\u00A0b\u202Fc\td', 'a b c d'],
    ['a line end of Windows', 'a\r\nb', 'a\nb'],
  ])('%s', (_, typed, expected) => {
    expect(drawn(typed)).toBe(expected)
  })

  test('handles plain text the same with and without the character check', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'aé½№Їж<“ \n\u00A0\u2009', '\r\n', 'e\u0301', 'x') })
    // A tab looks like a space, but makes a text take the slow path.
    fc.assert(
      fc.property(plain, text => {
        expect(drawn(`${text}\t`)).toBe(`${drawn(text)} `)
      }),
    )
  })

  test('allows breaking long words, and keeps every letter', () => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5)
    const parted = drawn(word)
    expect(Math.max(...parted.split('\u200B').map(part => part.length))).toBe(24)
    expect(parted.replaceAll('\u200B', '')).toBe(word)
  })
})

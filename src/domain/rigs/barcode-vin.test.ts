import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findVin, hasValidCheckDigit } from './barcode-vin.ts'
import { checkDigit } from './vin.ts'

const VIN = '1UJBJ0BN8M17X0042'
const DOUBTFUL = '1UJBJ0BN1M17X0042'

const SIGNS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'
const signs = (length: number) => fc.string({ unit: fc.constantFrom(...SIGNS), ...exactly(length) })
const digits = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), ...exactly(length) })
const exactly = (length: number) => ({ minLength: length, maxLength: length })

/** Any VIN with a correct check digit. */
const vins = fc
  .tuple(signs(13), digits(4))
  .map(parts => parts.join(''))
  .map(vin => vin.slice(0, 8) + checkDigit(vin) + vin.slice(9))

/** Any VIN with a wrong check digit, as on vehicles for other markets. */
const unchecked = fc
  .tuple(vins, fc.constantFrom(...SIGNS))
  .map(([vin, ninth]) => vin.slice(0, 8) + ninth + vin.slice(9))
  .filter(vin => !hasValidCheckDigit(vin))

/** Text too short to be a VIN, with any characters between. */
const gap = fc.string({
  unit: fc.constantFrom(...' \t\n\r,;:|/=&?#_-*."\'()[]{}<>\u001d\u001e\u0004'),
  minLength: 1,
})
const word = fc.string({ unit: fc.constantFrom(...SIGNS, ...'ioqIOQéäЖ字'), maxLength: 12 })
const noise = fc.array(fc.tuple(word, gap), { maxLength: 6 }).map(parts => parts.flat().join(''))

describe('a VIN is read from', () => {
  test.each([
    ['itself', VIN],
    ['lower case', '1ujbj0bn8m17x0042'],
    ['a label of an imported vehicle', `I${VIN}`],
    ['the start and stop of Code 39', `*${VIN}*`],
    ['both', `*I${VIN}*`],
    ['groups', ' 1UJ BJ0 BN8 M17X 0042 '],
    ['groups of an imported vehicle', 'I 1UJ BJ0 BN8 M17X 0042'],
    ['an address', `https://rigs.example/v/${VIN}?lang=en`],
    ['a field of an address', `https://rigs.example/find?make=Jayco&vin=${VIN}#top`],
    ['an escaped field', `https://rigs.example/go?to=%2Frig%3Fvin%3D${VIN}%26a%3D1`],
    ['several lines', `JAYCO\nJay Flight 28BHBE\nVIN: ${VIN}\nGVWR 7500 LB`],
    ['a list', `Jayco,2021,${VIN},WHITE`],
    ['JSON', `{"make":"Jayco","vin":"${VIN}","axles":2}`],
    ['the word before it', `VIN${VIN}`],
    ['a message of several fields', `[)>\u001e06\u001dI${VIN}\u001dP7734\u001e\u0004`],
  ])('%s', (_, text) => {
    expect(findVin([text])).toBe(VIN)
  })

  test('another barcode that looks similar', () => {
    expect(findVin(['LT235/75R15', 'DOT 4B9R 2219', VIN])).toBe(VIN)
  })
})

describe('no VIN is read from', () => {
  test.each([
    ['nothing', ''],
    ['16 characters', VIN.slice(1)],
    ['18 characters', `${VIN}0`],
    ['18 that begin like one', `2${VIN}`],
    ['20 characters', `ABC${VIN}`],
    ['one with an I inside', '1UJBJ0BN8MI7X0042'],
    ['one with an O inside', '1UJBJ0BN8M17XO042'],
    ['one with a Q inside', '1UJBJ0BN8M17XQ042'],
    ['one behind a letter whose accent is a sign of its own', `e\u0301${VIN}`],
    ['part of a longer number', '00001UJBJ0BN8M17X00420000'],
    ['a number between two O', `O${VIN}O`],
    ['letters of another script before it', `É${VIN}`],
    ['a letter that is two in upper case', `ﬀ${VIN.slice(2)}`],
    ['digits of another script', '１UJBJ0BN8M17X0042'],
    ['17 letters with a wrong check digit', 'WHEREVERANYTHGSTA'],
    ['words that add up to 17', 'LANCE TRAVEL 123456'],
    ['two lines that do', '1UJBJ0BN1\nM17X0042'],
    ['an address', 'https://jayco.example/owners/manuals?year=2021'],
  ])('%s', (_, text) => {
    expect(findVin([text])).toBeNull()
  })

  test('nothing', () => {
    expect(findVin([])).toBeNull()
  })
})

describe('a VIN with a wrong check digit', () => {
  test('is found, so that the desk can be warned', () => {
    expect(findVin([DOUBTFUL])).toBe(DOUBTFUL)
    expect(hasValidCheckDigit(DOUBTFUL)).toBe(false)
  })

  test('loses to one with a correct check digit, in any position', () => {
    expect(findVin([`${DOUBTFUL} ${VIN}`])).toBe(VIN)
    expect(findVin([`${VIN},${DOUBTFUL}`])).toBe(VIN)
    expect(findVin([DOUBTFUL, `I${VIN}`])).toBe(VIN)
  })
})

describe('with any surrounding text', () => {
  const marks = fc.constantFrom('', 'I', 'VIN', 'i', 'vin')

  test('any VIN is found', () => {
    fc.assert(
      fc.property(noise, marks, fc.oneof(vins, unchecked), fc.boolean(), gap, noise, (...parts) => {
        const [before, mark, vin, isLower, after, rest] = parts
        const text = `${before}${mark}${isLower ? vin.toLowerCase() : vin}${after}${rest}`
        expect(findVin([text])).toBe(vin)
      }),
    )
  })

  test('the correct VIN is found among others', () => {
    fc.assert(
      fc.property(fc.array(unchecked, { maxLength: 3 }), vins, noise, (others, vin, words) => {
        expect(findVin([...others, words, vin])).toBe(vin)
        expect(findVin([vin, ...others, words])).toBe(vin)
      }),
    )
  })

  test('no VIN is found where there is none', () => {
    fc.assert(fc.property(fc.array(noise.filter(isNoVinInGroups)), texts => findVin(texts) === null))
  })

  test('the VIN found is a substring of the text', () => {
    const any = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      noise,
      vins,
      unchecked,
      signs(18),
      signs(20),
    )
    fc.assert(
      fc.property(
        fc.array(any).map(parts => parts.join('')),
        text => {
          const found = findVin([text])
          if (found === null) return
          expect(found).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/)
          const whole = text.replace(/[\s*]+/g, '').toUpperCase()
          const isGrouped = [found, `I${found}`, `VIN${found}`].includes(whole)
          const sign = '[\\p{L}\\p{M}\\p{N}]'
          const isWord = new RegExp(`(?<!${sign})(I|VIN)?${found}(?!${sign})`, 'iu').test(text)
          expect(isGrouped || isWord).toBe(true)
        },
      ),
    )
  })
})

/** Short words can look like a grouped VIN; this excludes that. */
function isNoVinInGroups(text: string): boolean {
  const whole = text.replace(/[\s*]+/g, '')
  return ![17, 18, 20].includes(whole.length)
}

import { expect, test } from 'vitest'
import { guessDelimiter, possibleEncodings, readingsOf } from './text-encoding.ts'

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, character => character.charCodeAt(0))
const utf16 = (text: string, isLittle: boolean): Uint8Array =>
  Uint8Array.from(
    [...text].flatMap(character => {
      const code = character.charCodeAt(0)
      return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255]
    }),
  )

test.each([
  ['plain English', latin1('Name,Phone\r\nDiaz,1'), ['utf-8']],
  ['nothing', latin1(''), ['utf-8']],
  ['UTF-8', new TextEncoder().encode('Name\nDíaz 😀'), ['utf-8']],
  ['UTF-8 with a mark', latin1('\xef\xbb\xbfName'), ['utf-8']],
  ['Windows-1252', latin1('Name\nD\xedaz'), ['windows-1252', 'macintosh']],
  ['a character cut in two by a line break', latin1('D\xc3\n'), ['windows-1252', 'macintosh']],
  [
    'UTF-8 with one letter cut in two',
    latin1('D\xc3\xadaz\nMont\xc3"'),
    ['utf-8', 'windows-1252', 'macintosh'],
  ],
  ['UTF-16 LE with a mark', utf16('\ufeffName', true), ['utf-16le']],
  ['UTF-16 BE with a mark', utf16('\ufeffName', false), ['utf-16be']],
  ['UTF-16 LE without a mark', utf16('Name,Phone', true), ['utf-16le']],
  ['UTF-16 BE without a mark', utf16('Name,Phone', false), ['utf-16be']],
  ['an Excel workbook', latin1('PK\x03\x04\x14\0'), []],
  ['an old Excel workbook', latin1('\xd0\xcf\x11\xe0\xa1'), []],
  ['a PDF', latin1('%PDF-1.7'), []],
  ['bytes that are no text', latin1('a\0\0b\0cc'), []],
])('%s is recognized, or all that it can be', (_, bytes, encodings) => {
  expect(possibleEncodings(bytes)).toEqual(encodings)
})

test('readings show the same lines side by side, those with a damaged letter first', () => {
  const long = 'x'.repeat(200)
  const readings = readingsOf([
    { encoding: 'utf-8', text: `plain\r\nDíaz\r\n${long}\ufffd end` },
    { encoding: 'windows-1252', text: `plain\r\nDÃ\u00adaz\r\n${long}Ã end` },
  ])
  expect(readings).toEqual([
    { encoding: 'utf-8', samples: [`${'x'.repeat(60)}\ufffd end`, 'Díaz'] },
    { encoding: 'windows-1252', samples: [`${'x'.repeat(60)}Ã end`, 'DÃ\u00adaz'] },
  ])
})

test.each([
  ['Name,Phone', ','],
  ['Name;Phone\nPark, June;1', ';'],
  ['Name\tPhone\nPark, June\t1', '\t'],
  ['"Last, First, Middle";Phone', ';'],
  ['Name', ','],
  ['', ','],
])('%j is separated by %j', (text, delimiter) => {
  expect(guessDelimiter(text)).toBe(delimiter)
})

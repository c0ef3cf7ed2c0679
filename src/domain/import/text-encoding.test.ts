import { expect, test } from 'vitest'
import { detectEncoding, guessDelimiter } from './text-encoding.ts'

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, character => character.charCodeAt(0))
const utf16 = (text: string, isLittle: boolean): Uint8Array =>
  Uint8Array.from(
    [...text].flatMap(character => {
      const code = character.charCodeAt(0)
      return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255]
    }),
  )

test.each([
  ['plain English', latin1('Name,Phone\r\nDiaz,1'), 'utf-8'],
  ['nothing', latin1(''), 'utf-8'],
  ['UTF-8', new TextEncoder().encode('Name\nDíaz 😀'), 'utf-8'],
  ['UTF-8 with a mark', latin1('\xef\xbb\xbfName'), 'utf-8'],
  ['Windows-1252', latin1('Name\nD\xedaz'), 'windows-1252'],
  ['a character cut in two by a line break', latin1('D\xc3\n'), 'windows-1252'],
  ['UTF-16 LE with a mark', utf16('\ufeffName', true), 'utf-16le'],
  ['UTF-16 BE with a mark', utf16('\ufeffName', false), 'utf-16be'],
  ['UTF-16 LE without a mark', utf16('Name,Phone', true), 'utf-16le'],
  ['UTF-16 BE without a mark', utf16('Name,Phone', false), 'utf-16be'],
  ['an Excel workbook', latin1('PK\x03\x04\x14\0'), null],
  ['an old Excel workbook', latin1('\xd0\xcf\x11\xe0\xa1'), null],
  ['a PDF', latin1('%PDF-1.7'), null],
  ['bytes that are no text', latin1('a\0\0b\0cc'), null],
])('%s is recognized', (_, bytes, encoding) => {
  expect(detectEncoding(bytes)).toBe(encoding)
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

import { expect, test } from 'vitest'
import { hasImageSignature } from './image-signature.ts'

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, character => character.charCodeAt(0))

test.each([
  ['JPEG', '\xff\xd8\xff\xe0\0\x10JFIF\0'],
  ['PNG', '\x89PNG\r\n\x1a\n\0\0\0\r'],
  ['GIF', 'GIF89a\x01\0\x01\0'],
  ['WebP', 'RIFF\x1a\x02\0\0WEBPVP8 '],
  ['HEIC', '\0\0\0\x18ftypheic'],
  ['AVIF', '\0\0\0\x20ftypavif'],
])('a file that begins like %s is an image', (_, head) => {
  expect(hasImageSignature(bytesOf(head))).toBe(true)
})

test.each([
  ['nothing', ''],
  ['text', 'this is no picture'],
  ['a PDF', '%PDF-1.7\n'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
  ['a sound', 'RIFF\x1a\x02\0\0WAVEfmt '],
  ['half a signature', '\xff\xd8'],
])('%s is not', (_, head) => {
  expect(hasImageSignature(bytesOf(head))).toBe(false)
})

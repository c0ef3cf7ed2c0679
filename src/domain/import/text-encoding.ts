// How the text of a spreadsheet is written. Excel saves CSV as UTF-8 with a mark, as UTF-16, or in Windows-1252.

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Beginnings of files that hold no text: ZIP (also xlsx, ods), old Excel, PDF, gzip. As Latin-1. */
const BINARY_BEGINNINGS = ['PK\x03\x04', '\xd0\xcf\x11\xe0', '%PDF', '\x1f\x8b']
const SAMPLE_BYTES = 4096

/** Whether all bytes are UTF-8 (RFC 3629); a character that the end cuts off counts. */
function isUtf8(bytes: Uint8Array): boolean {
  let following = 0
  for (const byte of bytes) {
    if (following > 0) {
      if ((byte & 0xc0) !== 0x80) return false
      following -= 1
    } else if (byte >= 0x80) {
      if (byte >= 0xc2 && byte <= 0xdf) following = 1
      else if (byte >= 0xe0 && byte <= 0xef) following = 2
      else if (byte >= 0xf0 && byte <= 0xf4) following = 3
      else return false
    }
  }
  return true
}

/** The encoding of a file's bytes, by its mark or by what they can be; null if they are no text. */
export function detectEncoding(bytes: Uint8Array): TextEncoding | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const head = String.fromCharCode(...bytes.subarray(0, 8))
  if (BINARY_BEGINNINGS.some(beginning => head.startsWith(beginning))) return null
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  // In UTF-16 without a mark, every other byte of English text is zero.
  if (odd > sample.length / 4 && even === 0) return 'utf-16le'
  if (even > sample.length / 4 && odd === 0) return 'utf-16be'
  if (even + odd > 0) return null
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

const DELIMITERS = [',', ';', '\t'] as const

/** What separates the cells of the first line that has several: headings hold no such character themselves. Or a comma. */
export function guessDelimiter(text: string): string {
  const [line = ''] =
    /^[^\r\n]*[,;\t][^\r\n]*/m.exec(
      text
        .slice(0, SAMPLE_BYTES)
        .replace(/^[\s\ufeff]+/, '')
        .replace(/"[^"]*"/g, ''),
    ) ?? []
  const countOf = (delimiter: string) => line.split(delimiter).length
  return DELIMITERS.reduce((best, other) => (countOf(other) > countOf(best) ? other : best))
}

// How the text of a spreadsheet is written. Excel saves CSV as UTF-8 with a mark, as UTF-16, in Windows-1252, or on a Mac in
// Mac Roman. The last two cannot be told apart by their bytes, and a file can be UTF-8 with a letter that was cut in two.

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'macintosh'

export const ENCODING_LABELS: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8, with damaged letters',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows',
  macintosh: 'Mac',
}

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

/** Whether some bytes are a letter of UTF-8 that is not English. */
const hasUtf8Sequence = (bytes: Uint8Array): boolean =>
  bytes.some((byte, index) => byte >= 0xc3 && byte <= 0xf4 && ((bytes[index + 1] ?? 0) & 0xc0) === 0x80)

/** The encodings that a file's bytes can be in, likeliest first: by its mark or by what they are; none if they are no text. */
export function possibleEncodings(bytes: Uint8Array): readonly TextEncoding[] {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return ['utf-16le']
  if (first === 0xfe && second === 0xff) return ['utf-16be']
  const head = String.fromCharCode(...bytes.subarray(0, 8))
  if (BINARY_BEGINNINGS.some(beginning => head.startsWith(beginning))) return []
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  // In UTF-16 without a mark, every other byte of English text is zero.
  if (odd > sample.length / 4 && even === 0) return ['utf-16le']
  if (even > sample.length / 4 && odd === 0) return ['utf-16be']
  if (even + odd > 0) return []
  if (isUtf8(bytes)) return ['utf-8']
  return hasUtf8Sequence(bytes) ? ['utf-8', 'windows-1252', 'macintosh'] : ['windows-1252', 'macintosh']
}

/** A file's text in one of the encodings that it can be in. */
export type Reading = {
  readonly encoding: TextEncoding
  /** The lines that differ from those of other encodings, shortened to where they do. */
  readonly samples: readonly string[]
}

const MAX_SAMPLES = 3
const SAMPLE_LENGTH = 120

/** A file's text in each of several encodings, as lines that show the difference; damaged letters come first. */
export function readingsOf(
  decoded: readonly { readonly encoding: TextEncoding; readonly text: string }[],
): Reading[] {
  const texts = decoded.map(({ text }) => text.split(/\r\n?|\n/))
  const [first = []] = texts
  const differing = first.flatMap((line, index) =>
    texts.some(lines => lines[index] !== line) ? [index] : [],
  )
  const damaged = differing.filter(index => first[index]?.includes('\ufffd'))
  const shown = [...new Set([...damaged, ...differing])].slice(0, MAX_SAMPLES)
  const startOf = (index: number): number => {
    const line = first[index] ?? ''
    const mark = line.includes('\ufffd') ? line.indexOf('\ufffd') : line.search(/\P{ASCII}/u)
    return Math.max(0, mark - SAMPLE_LENGTH / 2)
  }
  return decoded.map(({ encoding }, at) => ({
    encoding,
    samples: shown.map(index => (texts[at]?.[index] ?? '').slice(startOf(index)).slice(0, SAMPLE_LENGTH)),
  }))
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

/** How many bytes of a file `hasImageSignature` looks at. */
export const SIGNATURE_BYTES = 12

/** As Latin-1; a question mark is any byte. */
const SIGNATURES = ['ÿØÿ', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a', 'RIFF????WEBP', '????ftyp']

/**
 * Whether a file begins as an accepted image does: JPEG, PNG, GIF, WebP, or an ISO base media file (HEIC, HEIF, AVIF).
 * What it is called says nothing. Sources: the formats' specifications.
 */
export function hasImageSignature(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, SIGNATURE_BYTES))
  return SIGNATURES.some(
    signature =>
      head.length >= signature.length &&
      [...signature].every((character, index) => character === '?' || character === head[index]),
  )
}

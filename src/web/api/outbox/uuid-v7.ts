// UUIDs of version 7 (RFC 9562): the first 48 bits are the time, so a key shows how old a press is.

const TIME_DIGITS = 12

/** A UUID of version 7; `at` in milliseconds since 1970. */
export function createUuidV7(at: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  bytes[0] = 0x70 | ((bytes[0] ?? 0) & 0x0f)
  bytes[2] = 0x80 | ((bytes[2] ?? 0) & 0x3f)
  const time = Math.max(0, Math.floor(at)).toString(16).padStart(TIME_DIGITS, '0')
  const random = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  const hex = time + random
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the database takes the text as a UUID, of whatever version. */
export const isUuid = (text: string): boolean => UUID.test(text)

/**
 * A UUID of the first 16 bytes, marked with its version: 4 for random ones, 5 or 8 for a hash, 7 behind a time (RFC 9562,
 * 5.4 to 5.8).
 */
export function uuidOfBytes(source: Uint8Array, version: 4 | 5 | 7 | 8): string {
  const bytes = source.slice(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Before it, a UUID of version 7 has its time and 12 random bits; behind it, 62 more. */
const SUFFIX_START = 18

/**
 * The id of what a command makes: `random`, or for a key of version 7 one that begins as the key does, so that the device
 * that made the key recognizes what it has done. Two attempts with one key make two ids.
 */
export const idFromKey = (key: string | null, random: string): string =>
  key === null || timeOfUuid(key) === null
    ? random
    : key.slice(0, SUFFIX_START).toLowerCase() + random.slice(SUFFIX_START)

/** Whether `idFromKey` made this id from the key, or it is the key. */
export const isIdFromKey = (id: string, key: string): boolean =>
  id.slice(0, SUFFIX_START) === key.slice(0, SUFFIX_START)

/** When a UUID of version 7 was made, which begins with its milliseconds since 1970 (RFC 9562, 5.7); null for others. */
export function timeOfUuid(uuid: string): number | null {
  const hex = uuid.replaceAll('-', '')
  return hex[12] === '7' ? Number.parseInt(hex.slice(0, 12), 16) : null
}

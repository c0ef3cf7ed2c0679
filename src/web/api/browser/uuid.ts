// Ids that the browser makes. Its own `randomUUID` exists only over https and on the same machine.

import { uuidOfBytes } from '#domain/lib/uuid.ts'

const TIME_BYTES = 6

const randomBytes = (): Uint8Array => crypto.getRandomValues(new Uint8Array(16))

/** A UUID of version 4 (RFC 9562, 5.4). */
export const randomUuid = (): string => uuidOfBytes(randomBytes(), 4)

/**
 * A UUID of version 7 (RFC 9562, 5.7): the first 48 bits are the time, so a key shows how old a tap is. `at` in
 * milliseconds since 1970.
 */
export function createUuidV7(at: number): string {
  const bytes = randomBytes()
  const time = Math.max(0, Math.floor(at))
  // Bitwise operators would cut the time to 32 bits.
  for (let index = 0; index < TIME_BYTES; index += 1)
    bytes[index] = Math.floor(time / 256 ** (TIME_BYTES - 1 - index)) % 256
  return uuidOfBytes(bytes, 7)
}

// Ids for what the tree calls by its own keys: a UUID stays, any other key becomes the same UUID each time.

import { createHash } from 'node:crypto'

/** Any fixed UUID will do: this one was drawn at random. */
const NAMESPACE = Buffer.from('6f2c1d0b4b7e4b5f9f0f6c1a52d3e871', 'hex')
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** A version 5 UUID (RFC 9562, 5.5) of the key. */
export function treeId(key: string): string {
  if (UUID.test(key)) return key.toLowerCase()
  const hash = createHash('sha1').update(NAMESPACE).update(key).digest().subarray(0, 16)
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

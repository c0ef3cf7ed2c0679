// Ids for what the tree calls by its own keys: a UUID stays, any other key becomes the same UUID each time.

import { createHash } from 'node:crypto'
import { uuid } from '#contract/shared-schemas.ts'
import { isUuid, uuidOfBytes } from '#domain/lib/uuid.ts'

/** Any fixed UUID will do: this one was drawn at random. */
const NAMESPACE = Buffer.from('6f2c1d0b4b7e4b5f9f0f6c1a52d3e871', 'hex')

/** A version 5 UUID (RFC 9562, 5.5) of the key. */
export const treeId = (key: string): string =>
  // Paths of the API take only UUIDs of a known version.
  isUuid(key) && uuid.safeParse(key).success
    ? key.toLowerCase()
    : uuidOfBytes(createHash('sha1').update(NAMESPACE).update(key).digest(), 5)

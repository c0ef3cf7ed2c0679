import { createHash } from 'node:crypto'
import { uuidOfHash } from '#domain/lib/uuid.ts'

/** A UUID made of the text: the same text gives the same one. */
export const hashUuid = (text: string): string => uuidOfHash(createHash('sha256').update(text).digest(), 8)

import { createHash } from 'node:crypto'
import { uuidOfBytes } from '#domain/lib/uuid.ts'

/** A UUID made of the text: the same text gives the same one. */
export const hashUuid = (text: string): string => uuidOfBytes(createHash('sha256').update(text).digest(), 8)

import { createHash } from 'node:crypto'

/** A UUID made of the text: the same text gives the same one. */
export const hashUuid = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

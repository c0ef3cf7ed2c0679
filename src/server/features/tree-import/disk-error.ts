import { ImportError } from './read-tree.ts'

const FULL_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** An error of writing to `location` as a sentence; `remedy` is what helps when there is no space. */
export function toDiskError(error: unknown, location: string, remedy: string): Error {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) return error as Error
  return FULL_CODES.includes(code)
    ? new ImportError(`The disk of ${location} is full, and nothing was imported. ${remedy}`, {
        cause: error,
      })
    : new ImportError(`${location} cannot be written to (${code}), and nothing was imported.`, {
        cause: error,
      })
}

/** A backup or a restore failed. The message is a complete sentence for the user. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const READ_ONLY_CODES = new Set(['EACCES', 'EPERM', 'EROFS'])

/** A file or folder error as a sentence. */
export function toDiskError(error: unknown, location: string): Error {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (error instanceof BackupError) return error
  if (DISK_FULL_CODES.has(code))
    return new BackupError(
      `The disk of ${location} is full. Free some space, or choose a file on another disk.`,
      {
        cause: error,
      },
    )
  if (READ_ONLY_CODES.has(code))
    return new BackupError(`${location} is not writable (${code}). Fix that, or choose another location.`, {
      cause: error,
    })
  return new BackupError(`${location} cannot be used (${code || message}).`, { cause: error })
}

/** A database error as a sentence. */
export function toDatabaseError(error: unknown): Error {
  if (error instanceof BackupError) return error
  const { code = '', message } = error as { code?: string; message: string }
  const isConnectionError =
    /^(08|57P|E[A-Z]+$)/.test(code) || /^Connection terminated|not queryable/.test(message)
  if (!isConnectionError && !/^[0-9A-Z]{5}$/.test(code)) return error as Error
  return new BackupError(
    isConnectionError
      ? `The connection to the database broke (${message || code}).`
      : `The database refused (${message || code}).`,
    { cause: error },
  )
}

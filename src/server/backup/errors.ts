/** A backup or a restore could not be done. The message is the whole sentence that the person reads. */
export class KeepingFailed extends Error {
  override name = 'KeepingFailed'
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const CLOSED = new Set(['EACCES', 'EPERM', 'EROFS'])

/** What a file or folder refused, as a sentence. */
export function onDisk(fault: unknown, place: string): Error {
  const { code = '', message } = fault as NodeJS.ErrnoException
  if (fault instanceof KeepingFailed) return fault
  if (FULL.has(code))
    return new KeepingFailed(`The disk of ${place} is full; make room, or name a file on another disk.`, {
      cause: fault,
    })
  if (CLOSED.has(code))
    return new KeepingFailed(`${place} cannot be written (${code}); mend that, or name another place.`, {
      cause: fault,
    })
  return new KeepingFailed(`${place} cannot be used (${code || message}).`, { cause: fault })
}

/** What the database refused, as a sentence. */
export function inDatabase(fault: unknown): Error {
  if (fault instanceof KeepingFailed) return fault
  const { code = '', message } = fault as { code?: string; message: string }
  const isBroken = /^(08|57P|E[A-Z]+$)/.test(code) || /^Connection terminated|not queryable/.test(message)
  if (!isBroken && !/^[0-9A-Z]{5}$/.test(code)) return fault as Error
  return new KeepingFailed(
    isBroken
      ? `The connection to the database broke (${message || code}).`
      : `The database refused (${message || code}).`,
    { cause: fault },
  )
}

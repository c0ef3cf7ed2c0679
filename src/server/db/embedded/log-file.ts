import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { copyFile, stat, truncate } from 'node:fs/promises'

// PostgreSQL writes DATA_DIR/postgres.log; while it is supervised, and at each start, it is rotated when it is long.

const MAX_LOG_BYTES = 8 * 1024 * 1024

export function openLogFile(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

/**
 * Empties a long log, of which a copy stays. PostgreSQL keeps the file open, also after the server that started it was
 * killed, and appends: what it writes next begins the emptied file.
 */
export async function rotateOpenLog(file: string): Promise<void> {
  if ((await stat(file)).size <= MAX_LOG_BYTES) return
  // Without space for the copy the log must not grow either.
  await copyFile(file, `${file}.1`).catch(() => {})
  await truncate(file)
}

/** The text since byte `from`; a negative `from` counts from the end. */
export function readLogSince(file: string, from: number): string {
  const { size } = statSync(file)
  const start = Math.max(0, from < 0 ? size + from : from)
  const buffer = Buffer.alloc(Math.min(size - start, 64 * 1024))
  const fd = openSync(file, 'r')
  readSync(fd, buffer, 0, buffer.length, start)
  closeSync(fd)
  return buffer.toString('utf8')
}

import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs'

// PostgreSQL writes DATA_DIR/postgres.log; a start rotates it when it is long.

const MAX_LOG_BYTES = 8 * 1024 * 1024

export function openLogFile(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
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

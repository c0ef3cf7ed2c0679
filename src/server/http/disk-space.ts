// Free disk space. PostgreSQL writes its log in files of 16 MB, so with less than two of them left it may stop at any
// moment.

import { statfs } from 'node:fs/promises'

const MIN_FREE_BYTES = 32 * 1024 * 1024

/** Whether the disk of `folder` is full; false if that cannot be determined. */
export async function isDiskFull(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < MIN_FREE_BYTES
  } catch {
    return false
  }
}

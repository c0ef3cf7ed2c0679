import { readFileSync } from 'node:fs'

/** What a small file says, without white space around it; null if there is no such file, or nothing in it. */
export function readTextFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

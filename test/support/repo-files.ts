// The project's files, by path from the root.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

export const exists = (path: string): boolean => existsSync(join(PROJECT, path))

export const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8')

/** The source of a test file; null if there is none. */
export const testFile = (path: string): string | null =>
  /^(src|test)\/[\w./-]+\.(test|spec)\.ts$/.test(path) && exists(path) ? read(path) : null

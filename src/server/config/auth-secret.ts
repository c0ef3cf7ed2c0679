import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTextFile } from '#server/lib/read-text-file.ts'

/**
 * The secret that signs sessions: AUTH_SECRET, or one created once in DATA_DIR. Losing the file logs everyone out.
 */
export async function loadAuthSecret(dataDir: string, fromEnv?: string): Promise<string> {
  if (fromEnv) return fromEnv
  const file = join(dataDir, 'auth-secret')
  const stored = readTextFile(file)
  if (stored) return stored

  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  renameSync(draft, file) // complete or absent
  return readFileSync(file, 'utf8')
}

/** A keyed hash: its input cannot be guessed from a copy of the database alone. */
export const createKeyedHash =
  (secret: string) =>
  (text: string): string =>
    createHmac('sha256', secret).update(text).digest('base64url')

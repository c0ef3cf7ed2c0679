import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/lib/bundled-files.ts'

/** The running version of Rigwright. */
export const appVersion = (): string =>
  (JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { version: string }).version

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

test('every file, export and dependency is used', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['node_modules/knip/bin/knip.js', '--no-progress'],
    { cwd: ROOT },
  ).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
}, 120_000)

import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildIfStale } from '../../../scripts/build-bundles.mjs'
import { ServerProcess } from '../../support/server-process.mjs'

test('a server whose database cannot be restarted exits with a message', {
  timeout: 240_000,
}, async () => {
  await buildIfStale()
  const child = new ServerProcess()
  await child.start()
  const control = join(child.cluster, 'global', 'pg_control')
  await rename(control, `${control}.lost`)
  process.kill(child.postmaster, 'SIGKILL')
  await expect.poll(() => child.hasEnded, { timeout: 90_000 }).toBe(true)
  expect(child.output).toMatch(
    /PostgreSQL was started 6 times and exited each time: .*pg_control.*No saved data was lost\./,
  )
  await rename(`${control}.lost`, control)
  await child.remove()
})

// `npm run test:citus`: the server's tests on a real Citus cluster. CITUS_URL is a database on its coordinator that has
// the extension and knows at least two workers (docs/scale.md). The tests that kill a worker run by themselves, at the
// end.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

if (!process.env.CITUS_URL) {
  console.error('Set CITUS_URL to a database on the coordinator of a Citus cluster.')
  process.exit(1)
}
const OUTAGE = 'test/integration/citus/worker-outage.citus.ts'
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const [, , ...asked] = process.argv
for (const words of asked.length > 0 ? [asked] : [['--exclude', OUTAGE], [OUTAGE]]) {
  const command = [vitest, 'run', '--config', 'test/integration/citus/vitest.config.ts', ...words]
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

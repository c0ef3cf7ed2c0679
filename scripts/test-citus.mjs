// `npm run test:citus`: the server's tests on a real Citus cluster. CITUS_URL is a database on its coordinator that has
// the extension and knows at least two workers (docs/deploy.md).

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

if (!process.env.CITUS_URL) {
  console.error('Set CITUS_URL to a database on the coordinator of a Citus cluster.')
  process.exit(1)
}
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const words = ['run', '--config', 'test/integration/citus/vitest.config.ts', ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, [vitest, ...words], { stdio: 'inherit' })
process.exit(status ?? 1)

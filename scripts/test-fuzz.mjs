// Runs more broken requests than a normal test run. FUZZ_CALLS sets the number, and FUZZ_SEED repeats a run.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const env = { FUZZ_CALLS: '25000', ...process.env }
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/integration/fuzz'], {
  env,
  stdio: 'inherit',
})
process.exit(status ?? 1)

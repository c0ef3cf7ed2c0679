// `npm run build`: both bundles anew, stale or not.

import { buildAll } from './build-all.mjs'
import { ensureReady } from './ensure-ready.mjs'
import { withSetupLock } from './task-runner.mjs'

await ensureReady({ build: false })
await withSetupLock(buildAll)

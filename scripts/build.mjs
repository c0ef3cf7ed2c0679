// `npm run build`: rebuilds both bundles.

import { buildAll } from './build-all.mjs'
import { ensureReady } from './ensure-ready.mjs'
import { withSetupLock } from './task-runner.mjs'

await ensureReady({ build: false })
await withSetupLock(buildAll)

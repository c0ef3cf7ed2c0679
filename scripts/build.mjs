// `npm run build`: rebuilds both bundles.

import { buildBundles } from './build-bundles.mjs'
import { ensureReady } from './ensure-ready.mjs'
import { withSetupLock } from './task-runner.mjs'

await ensureReady({ build: false })
await withSetupLock(buildBundles)

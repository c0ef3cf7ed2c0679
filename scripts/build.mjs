// `npm run build`: both bundles anew, stale or not.

import { buildAll } from './build-all.mjs'
import { setUp } from './ensure-ready.mjs'
import { alone } from './task-runner.mjs'

await setUp({ build: false })
await alone(buildAll)

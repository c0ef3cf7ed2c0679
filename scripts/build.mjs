// `npm run build`: both bundles anew, stale or not.

import { buildAll } from './build-all.mjs'
import { setUp } from './set-up.mjs'
import { alone } from './steps.mjs'

await setUp({ build: false })
await alone(buildAll)

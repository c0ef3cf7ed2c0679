// `npm run build`: both bundles anew, stale or not.

import { alone, buildAll, setUp } from './set-up.mjs'

await setUp({ build: false })
await alone(buildAll)

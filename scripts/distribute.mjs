// `npm run db:distribute`, or `npm run -s citus -- --print` for the statements alone.

import { ensureReady } from './ensure-ready.mjs'

await ensureReady()
const citus = new URL('../dist/server/citus.js', import.meta.url)
await import(citus.href)

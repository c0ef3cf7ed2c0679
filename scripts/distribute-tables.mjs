// `npm run db:distribute`, or `npm run -s db:distribute -- --print` for the statements only.

import { ensureReady } from './ensure-ready.mjs'

await ensureReady()
const citus = new URL('../dist/server/citus.js', import.meta.url)
await import(citus.href)

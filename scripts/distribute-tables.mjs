// `npm run db:distribute`, or `npm run -s db:distribute -- --print` for the statements only.

import { ensureReady } from './ensure-ready.mjs'

await ensureReady()
const program = new URL('../dist/server/distribute-tables.js', import.meta.url)
await import(program.href)

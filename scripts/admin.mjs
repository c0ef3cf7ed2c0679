// `npm run admin -- COMMAND`: sets up what is missing, then does the operator's command.

import { ensureReady } from './ensure-ready.mjs'

await ensureReady()
const admin = new URL('../dist/server/admin.js', import.meta.url)
await import(admin.href)

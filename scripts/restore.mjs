// `npm run restore -- FILE`: sets up what is missing, then restores a backup into a DATA_DIR that holds nothing yet.

import { resolve } from 'node:path'
import { ensureReady } from './ensure-ready.mjs'

// npm runs us in this folder; a name is meant where the person stands.
const [file] = process.argv.slice(2)
if (file) process.argv[2] = resolve(process.env.INIT_CWD || '.', file)

await ensureReady()
const restore = new URL('../dist/server/restore.js', import.meta.url)
await import(restore.href)

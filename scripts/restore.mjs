// `npm run restore -- FILE`: sets up what is missing, then restores a backup into an empty DATA_DIR.

import { resolve } from 'node:path'
import { ensureReady } from './ensure-ready.mjs'

// npm runs this in the project folder; a relative path is meant from the user's.
const [file] = process.argv.slice(2)
if (file !== undefined && !file.startsWith('-')) process.argv[2] = resolve(process.env.INIT_CWD || '.', file)

await ensureReady()
const restore = new URL('../dist/server/restore.js', import.meta.url)
await import(restore.href)

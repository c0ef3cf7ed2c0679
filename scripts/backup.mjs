// `npm run backup` or `npm run backup -- FILE`: sets up what is missing, then makes one backup file.

import { resolve } from 'node:path'
import { ensureReady } from './ensure-ready.mjs'

// npm runs this in the project folder; a relative path is meant from the user's.
const [file] = process.argv.slice(2)
if (file) process.argv[2] = resolve(process.env.INIT_CWD || '.', file)

await ensureReady()
const backup = new URL('../dist/server/backup.js', import.meta.url)
await import(backup.href)

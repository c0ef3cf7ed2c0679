// `npm run bench`: builds the product and the bench, then measures one beside the floor.

import { join } from 'node:path'
import { ensureReady } from './ensure-ready.mjs'
import { cache, root, run } from './task-runner.mjs'

const print = console.log
// What it measured goes to the standard output, everything else beside it.
console.log = console.error
await ensureReady()
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
await run(process.execPath, [vite, 'build', '--config', join('bench', 'vite.config.ts')])
console.log = print
const { bench } = await import(join(cache, 'bench', 'main.js'))
await bench(process.argv.slice(2))

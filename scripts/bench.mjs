// `npm run bench`: builds the product and the bench, then measures the product against the baseline.

import { join } from 'node:path'
import { ensureReady } from './ensure-ready.mjs'
import { cache, root, run } from './task-runner.mjs'

const print = console.log
// Results go to standard output, everything else to standard error.
console.log = console.error
await ensureReady()
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
await run(process.execPath, [vite, 'build', '--config', join('bench', 'vite.config.ts')])
console.log = print
const { runBench } = await import(join(cache, 'bench', 'main.js'))
await runBench(process.argv.slice(2))

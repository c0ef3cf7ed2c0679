// `npm run bench`: builds the product and the bench, then measures one beside the floor.

import { join } from 'node:path'
import { setUp } from './ensure-ready.mjs'
import { cache, root, run } from './task-runner.mjs'

const say = console.log
// What it measured goes to the standard output, everything else beside it.
console.log = console.error
await setUp()
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
await run(process.execPath, [vite, 'build', '--config', join('bench', 'vite.config.ts')])
console.log = say
const { bench } = await import(join(cache, 'bench', 'main.js'))
await bench(process.argv.slice(2))

// `npm run citus`, or `npm run -s citus -- --print` for the statements alone.

import { setUp } from './ensure-ready.mjs'

await setUp()
const citus = new URL('../dist/server/citus.js', import.meta.url)
await import(citus.href)

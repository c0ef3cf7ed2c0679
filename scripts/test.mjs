// `npm test`: sets up, finds a Chromium for the stories, then runs every check.

import { setUp } from './ensure-ready.mjs'
import { stop } from './task-runner.mjs'

await setUp({ build: false })
const { findChromium } = await import('./chromium.mjs')
const chromium = await findChromium()
if (!chromium) {
  stop(
    'The stories need a Chromium and none could be found or fetched: install one, or set CHROMIUM to its path.',
  )
}
process.env.CHROMIUM = chromium
await import('./check.mjs')

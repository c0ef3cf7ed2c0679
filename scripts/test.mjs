// `npm test`: sets up, finds a Chromium for the browser tests, then runs all checks.

import { ensureReady } from './ensure-ready.mjs'
import { exitWithError } from './task-runner.mjs'

await ensureReady({ build: false })
const { findChromium } = await import('./find-chromium.mjs')
const chromium = await findChromium()
if (!chromium) {
  exitWithError(
    'The browser tests need Chromium, and none could be found or fetched: install one, or set CHROMIUM to its path.',
  )
}
process.env.CHROMIUM = chromium.full
process.env.CHROMIUM_SHELL = chromium.shell
await import('./check.mjs')

// Prepares a clone: checks Node, installs what is missing, builds what is stale. It runs before anything is
// installed, so it and its imports need only Node.

import { buildBundles, isBuilt } from './build-bundles.mjs'
import { install, isInstalled } from './install.mjs'
import { exitWithError, withSetupLock } from './task-runner.mjs'

/** @param {{ build?: boolean }} [options] */
export async function ensureReady({ build = true } = {}) {
  checkNode()
  if (isInstalled() && (!build || isBuilt())) return
  await withSetupLock(async () => {
    if (!isInstalled()) await install()
    if (build && !isBuilt()) await buildBundles()
  })
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  exitWithError(
    `Rigwright needs Node.js 20.19 or newer; this is ${process.versions.node}. Get it from https://nodejs.org.`,
  )
}

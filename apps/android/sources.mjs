// The Android app's sources. The built file lists them in `assets/sources.txt`, and a test compares: an app that was
// not rebuilt after a change is detected without Android's tools.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash, root } from '../../scripts/task-runner.mjs'

export const sources = join(root, 'apps', 'android')
/** The same path in the app as in its source folder. */
export const SOURCES_FILE = 'assets/sources.txt'

/** The app's own: raised when it changes, so that phones take the newer file. The product has another. */
export const version = '0.1.0'

/** Android compares whole numbers: 1.2.3 is 10203. @param {string} name */
export function versionCode(name) {
  const [major = 0, minor = 0, patch = 0] = name.split('.').map(Number)
  return (major * 100 + minor) * 100 + patch
}

/** Of every file in the app, and of its version. */
export function digestOfSources(folder = sources) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.(md|mjs)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length))
  const lines = files.sort().map(file => `${hash(readFileSync(join(folder, file)))} ${file}`)
  return hash([version, ...lines].join('\n'))
}

// The Android customer app: the file that comes with the product, or the one that the operator puts beside the data,
// which wins. Both are looked for at each question, so the operator's may come, change and go while the server runs.

import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bundledFile } from '#server/lib/bundled-data.ts'

export const ANDROID_APP_FILE = 'rigwright.apk'

type AndroidAppFile = {
  readonly bytes: number
  /** In hexadecimal digits, for whoever compares what they downloaded. */
  readonly sha256: string
  /** Whether the operator put it there; of such a file the product knows nothing more. */
  readonly isOperators: boolean
}

export type AndroidApp = {
  /** Where the operator's file lies, or would. */
  readonly customFolder: string | null
  /** Where the one that comes with the product lies. */
  readonly bundledFolder: string | null
  /** The file that counts now; null while there is none. */
  readonly find: () => Promise<AndroidAppFile | null>
}

/** The file `rigwright.apk` in the operator's `folder`, which need not be there, or else the product's own. */
export function createAndroidApp(folder?: string): AndroidApp {
  const customFolder = folder === undefined ? null : join(folder, ANDROID_APP_FILE)
  const bundledFolder = bundledFile(`android/${ANDROID_APP_FILE}`)
  const readCached = createCachedReader()
  return {
    customFolder,
    bundledFolder,
    find: async () => {
      for (const path of [customFolder, bundledFolder]) {
        const file = path === null ? null : await readCached(path)
        if (file !== null) return { ...file, isOperators: path === customFolder }
      }
      return null
    },
  }
}

/** Read whole only when it is another than at the last look: an operator's may be large. */
function createCachedReader() {
  let cached = { at: '', bytes: 0, sha256: '' }
  return async (path: string) => {
    const stats = await stat(path).catch(() => null)
    if (!stats?.isFile()) return null
    const at = `${path} ${stats.size} ${stats.mtimeMs}`
    if (cached.at !== at) {
      const content = await readFile(path).catch(() => null)
      if (content === null) return null
      cached = { at, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    }
    return { bytes: cached.bytes, sha256: cached.sha256 }
  }
}

/** No app, anywhere. */
export const absentAndroidApp: AndroidApp = {
  customFolder: null,
  bundledFolder: null,
  find: async () => null,
}

// Finds the APK file of the Android customer app: the operator's, or else the bundled one. Both are checked at each
// request, so the operator's can change while the server runs.

import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bundledFile } from '#server/lib/bundled-files.ts'

export const ANDROID_APP_FILE = 'rigwright.apk'

type ApkFile = {
  readonly bytes: number
  /** In hexadecimal, for comparing a download. */
  readonly sha256: string
  /** Whether it is the operator's file, about which nothing more is known. */
  readonly isCustom: boolean
}

export type ApkFinder = {
  /** The path of the operator's file, which need not exist; null without a folder. */
  readonly customPath: string | null
  /** The path of the bundled file, if there is one. */
  readonly bundledPath: string | null
  /** The current file; null if there is none. */
  readonly find: () => Promise<ApkFile | null>
}

/** Finds `rigwright.apk` in the operator's `folder`, which need not exist, or else the bundled one. */
export function createApkFinder(folder?: string): ApkFinder {
  const customPath = folder === undefined ? null : join(folder, ANDROID_APP_FILE)
  const bundledPath = bundledFile(`android/${ANDROID_APP_FILE}`)
  const readCached = createCachedReader()
  return {
    customPath,
    bundledPath,
    find: async () => {
      for (const path of [customPath, bundledPath]) {
        const file = path === null ? null : await readCached(path)
        if (file !== null) return { ...file, isCustom: path === customPath }
      }
      return null
    },
  }
}

/** Reads a file only when it has changed: an operator's file may be large. */
function createCachedReader() {
  let cached = { key: '', bytes: 0, sha256: '' }
  return async (path: string) => {
    const stats = await stat(path).catch(() => null)
    if (!stats?.isFile()) return null
    const key = `${path} ${stats.size} ${stats.mtimeMs}`
    if (cached.key !== key) {
      const content = await readFile(path).catch(() => null)
      if (content === null) return null
      cached = { key, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    }
    return { bytes: cached.bytes, sha256: cached.sha256 }
  }
}

/** Finds nothing. */
export const emptyApkFinder: ApkFinder = {
  customPath: null,
  bundledPath: null,
  find: async () => null,
}

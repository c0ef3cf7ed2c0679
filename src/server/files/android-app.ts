// The Android customer app: the file that comes with the product, or the one that the operator puts beside the data,
// which wins. Both are looked for at each question, so the operator's may come, change and go while the server runs.

import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFile } from '#server/config/bundled-data.ts'

export const ANDROID_APP_FILE = 'rigwright.apk'

export type AndroidAppFile = {
  readonly bytes: number
  /** In hexadecimal digits, for whoever compares what they downloaded. */
  readonly sha256: string
  /** Whether the operator put it there; of such a file the product knows nothing more. */
  readonly isOperators: boolean
}

export type AndroidApp = {
  /** Where the operator's file lies, or would. */
  readonly operators: string | null
  /** Where the one that comes with the product lies. */
  readonly products: string | null
  /** The file that counts now; null while there is none. */
  readonly find: () => Promise<AndroidAppFile | null>
}

/** The file `rigwright.apk` in the operator's `folder`, which need not be there, or else the product's own. */
export function openAndroidApp(folder?: string): AndroidApp {
  const operators = folder === undefined ? null : join(folder, ANDROID_APP_FILE)
  const products = dataFile(`android/${ANDROID_APP_FILE}`)
  const look = looker()
  return {
    operators,
    products,
    find: async () => {
      for (const path of [operators, products]) {
        const file = path === null ? null : await look(path)
        if (file !== null) return { ...file, isOperators: path === operators }
      }
      return null
    },
  }
}

/** Read whole only when it is another than at the last look: an operator's may be large. */
function looker() {
  let last = { at: '', bytes: 0, sha256: '' }
  return async (path: string) => {
    const stats = await stat(path).catch(() => null)
    if (!stats?.isFile()) return null
    const at = `${path} ${stats.size} ${stats.mtimeMs}`
    if (last.at !== at) {
      const content = await readFile(path).catch(() => null)
      if (content === null) return null
      last = { at, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    }
    return { bytes: last.bytes, sha256: last.sha256 }
  }
}

/** No app, anywhere. */
export const absentAndroidApp: AndroidApp = { operators: null, products: null, find: async () => null }

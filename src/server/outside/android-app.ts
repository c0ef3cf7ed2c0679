// The Android customer app: a file that the operator puts beside the data when there is one. It is
// looked for at each question, so it may come, change and go while the server runs.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'

export const ANDROID_APP_FILE = 'rigwright.apk'

export type AndroidApp = {
  /** Where the file lies, or would. */
  readonly path: string
  /** How large it is in bytes; null while there is none. */
  readonly size: () => Promise<number | null>
}

/** The file `rigwright.apk` in `folder`, which need not be there. */
export function openAndroidApp(folder: string): AndroidApp {
  const path = join(folder, ANDROID_APP_FILE)
  return {
    path,
    size: async () => {
      const stats = await stat(path).catch(() => null)
      return stats?.isFile() ? stats.size : null
    },
  }
}

/** No app, anywhere. */
export const absentAndroidApp: AndroidApp = { path: '', size: async () => null }

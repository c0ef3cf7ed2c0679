// Loaded when files are downloaded: the zip library is for several at once.

import { strToU8, zipSync } from 'fflate'
import { saveBlob } from './download-csv.ts'

type TextFile = { readonly name: string; readonly text: string }

/** Saves one file as it is, and several as a zip. */
export function downloadFiles(zipName: string, files: readonly TextFile[]): void {
  const [only] = files
  if (files.length === 1 && only !== undefined) saveBlob(only.name, new Blob([only.text]))
  else {
    const bytes = zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])))
    saveBlob(zipName, new Blob([bytes], { type: 'application/zip' }))
  }
}

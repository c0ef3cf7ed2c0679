// Loaded when files are downloaded: the zip library is for several at once.

import { strToU8, zipSync } from 'fflate'
import { encodeWindows1252 } from '#domain/lib/windows-1252.ts'
import { saveBlob } from './download-csv.ts'

type TextFile = {
  readonly name: string
  readonly text: string
  readonly encoding?: 'utf-8' | 'windows-1252'
}

const bytesOf = ({ text, encoding = 'utf-8' }: TextFile) =>
  encoding === 'utf-8' ? strToU8(text) : encodeWindows1252(text)

/** Saves one file as it is, and several as a zip. */
export function downloadFiles(zipName: string, files: readonly TextFile[]): void {
  const [only] = files
  if (files.length === 1 && only !== undefined) saveBlob(only.name, new Blob([bytesOf(only)]))
  else {
    const bytes = zipSync(Object.fromEntries(files.map(file => [file.name, bytesOf(file)])))
    saveBlob(zipName, new Blob([bytes], { type: 'application/zip' }))
  }
}

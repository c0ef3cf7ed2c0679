// Reads a spreadsheet beside the page, which stays responsive meanwhile.

import { readTable, type TableFile, UnreadableFileError } from './read-table.ts'

export type TableResponse = { readonly file: TableFile } | { readonly unreadable: string }

self.onmessage = async ({ data }: MessageEvent<File>) => {
  const respond = (response: TableResponse) => self.postMessage(response)
  try {
    respond({ file: await readTable(new Uint8Array(await data.arrayBuffer())) })
  } catch (error) {
    respond({
      unreadable:
        error instanceof UnreadableFileError
          ? error.message
          : 'This file could not be read. Choose it again.',
    })
  }
}

// Writes an export into a folder: under a temporary name, and under its own once all of it is there.

import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ExportError } from './stream-tree.ts'

export type ExportFile = {
  /** A relative path. */
  readonly name: string
  readonly content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

type WriteOptions = {
  /** Stops the writing; nothing is left. */
  readonly signal?: AbortSignal
  /** Called with the file that is written and how many bytes of it are. */
  readonly onProgress?: (name: string, bytes: number) => void
}

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT'])

export const isDiskFullError = (error: unknown): boolean =>
  DISK_FULL_CODES.has((error as NodeJS.ErrnoException).code ?? '')

async function assertEmpty(folder: string): Promise<void> {
  const content = await readdir(folder).catch(error => {
    throw new ExportError(`${folder} is no folder that can be read: ${String(error)}`)
  })
  if (content.length > 0) throw new ExportError(`${folder} is not empty. Choose another folder.`)
}

function toSentence(error: unknown, folder: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return new ExportError('Stopped. Nothing was written.')
  return isDiskFullError(error)
    ? new ExportError(`There is no room left for ${folder}. Nothing was written: choose another disk.`)
    : error
}

/**
 * Writes the files into the folder, which is made if it is missing. Throws an ExportError if it is not empty or its disk
 * is full; after any error nothing is left in it.
 */
export async function writeFiles(
  folder: string,
  files: AsyncIterable<ExportFile>,
  { signal, onProgress = () => {} }: WriteOptions = {},
): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 }).catch(error => {
    throw new ExportError(`${folder} cannot be made: ${String(error)}`)
  })
  await assertEmpty(folder)
  // Within the folder, and so on its disk: what is written there only has to be renamed.
  const unfinished = await mkdtemp(join(folder, 'unfinished-'))
  const finished: string[] = []
  try {
    for await (const { name, content } of files) {
      signal?.throwIfAborted()
      const path = join(unfinished, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      let bytes = 0
      const count = async function* (chunks: AsyncIterable<Buffer | string>) {
        for await (const chunk of chunks) {
          yield chunk
          bytes += Buffer.byteLength(chunk)
          onProgress(name, bytes)
        }
      }
      // Names, addresses and money: only for who made it.
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
      await pipeline(Readable.from(content), count, target, { ...(signal && { signal }) })
    }
    signal?.throwIfAborted()
    for (const name of await readdir(unfinished)) {
      await rename(join(unfinished, name), join(folder, name))
      finished.push(join(folder, name))
    }
    await rm(unfinished, { recursive: true })
  } catch (error) {
    for (const path of [unfinished, ...finished]) await rm(path, { recursive: true, force: true })
    if (made !== undefined) await rm(made, { recursive: true, force: true })
    throw toSentence(error, folder, signal)
  }
}

// The files of an export as one archive: a gzipped tar, in pieces.

import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import type { ExportFile } from './write-files.ts'

type ArchiveOptions = {
  /** The folder in the archive that has all of its files. */
  readonly name: string
  readonly at: Date
  /** Where a file waits until its size is known, which comes before it in a tar. */
  readonly temporaryFolder: string
}

/** Throws what `files` throws. Stopped early, it closes them. */
export async function* createArchive(
  files: AsyncIterable<ExportFile>,
  options: ArchiveOptions,
): AsyncGenerator<Buffer> {
  await mkdir(options.temporaryFolder, { recursive: true, mode: 0o700 })
  const tar = pack()
  const gzip = createGzip()
  const writing = (async () => {
    for await (const file of files) {
      // Nobody wants it any more.
      if (gzip.destroyed) return
      await addFile(tar, file, options)
    }
    tar.finalize()
  })()
  writing.catch(error => tar.destroy(error))
  const packed = Readable.from(tar)
  // The reader of `gzip` gets the error; stopped early, none does.
  for (const stream of [tar, packed, gzip]) stream.on('error', () => {})
  pipeline(packed, gzip).catch(() => {})
  try {
    yield* gzip
  } finally {
    gzip.destroy()
    await writing.catch(() => {})
  }
}

async function addFile(
  tar: Pack,
  { name, content }: ExportFile,
  { name: folder, at, temporaryFolder }: ArchiveOptions,
): Promise<void> {
  const path = join(temporaryFolder, randomUUID())
  const temporary = await open(path, 'wx+', 0o600)
  try {
    // Its content stays until it is closed, and so does not outlive a server that is killed.
    await rm(path)
    await writeFile(temporary, Readable.from(content))
    const { size } = await temporary.stat()
    await new Promise<void>((resolve, reject) => {
      const header = { name: `${folder}/${name}`, size, mode: 0o600, mtime: at }
      const entry = tar.entry(header, error => (error ? reject(error) : resolve()))
      // It is reported above.
      entry.on('error', () => {})
      Readable.from(chunksOf(temporary, size))
        .on('error', error => entry.destroy(error))
        .pipe(entry)
    })
  } finally {
    await temporary.close()
  }
}

const CHUNK_BYTES = 256 * 1024

async function* chunksOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < size; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position)
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

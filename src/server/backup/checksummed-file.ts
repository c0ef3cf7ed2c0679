// A file that is complete or absent: it is written under a temporary name, flushed to disk and renamed. It ends with
// the SHA-256 of everything before, as the comment of an empty gzip member, so `tar` and `gzip` read it as usual.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, type FileHandle, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BackupError, toDiskError } from './backup-errors.ts'

const CHECKSUM_LABEL = 'sha256 '
const TRAILER_HEAD = Buffer.from([0x1f, 0x8b, 0x08, 0x10, 0, 0, 0, 0, 0, 0xff])
// The end of the comment, an empty block, and the checksum and length of nothing.
const TRAILER_TAIL = Buffer.from([0, 0x03, 0x00, 0, 0, 0, 0, 0, 0, 0, 0])
const TRAILER_BYTES = TRAILER_HEAD.length + CHECKSUM_LABEL.length + 64 + TRAILER_TAIL.length

const trailerOf = (sha256: string): Buffer =>
  Buffer.concat([TRAILER_HEAD, Buffer.from(CHECKSUM_LABEL + sha256), TRAILER_TAIL])

/** The embedded database is on the same disk, and stops when it is full. */
const MIN_FREE_BYTES = 128 * 1024 * 1024
const CHECK_INTERVAL_BYTES = 16 * 1024 * 1024

export type WriteOptions = {
  readonly signal?: AbortSignal | undefined
  /** Minimum free space to leave on the disk. */
  readonly minFreeBytes?: number
  /** Creates the temporary file; default: a new file, readable only by its owner. */
  readonly createFile?: (path: string) => Promise<FileHandle>
}

/** The temporary name of a file being written. */
const temporaryName = (file: string): string => `${file}.part-${process.pid}`

/** Writes `content`, compressed and with its checksum, and returns the size. On failure nothing is left. */
export async function writeChecksummed(
  file: string,
  content: AsyncIterable<Uint8Array>,
  { signal, minFreeBytes = MIN_FREE_BYTES, createFile = path => open(path, 'wx', 0o600) }: WriteOptions = {},
): Promise<{ readonly bytes: number }> {
  await assertNotExists(file)
  const temporary = temporaryName(file)
  const handle = await createFile(temporary).catch(error => {
    throw toDiskError(error, dirname(file))
  })
  let diskError: Error | undefined
  let pendingWrite: Promise<void> | undefined
  try {
    const sha256 = createHash('sha256')
    let bytes = 0
    const append = async (chunk: Uint8Array) => {
      try {
        if (bytes % CHECK_INTERVAL_BYTES < chunk.length) await assertDiskSpace(dirname(file), minFreeBytes)
        await handle.appendFile(chunk)
      } catch (error) {
        diskError = toDiskError(error, dirname(file))
        throw diskError
      }
      bytes += chunk.length
    }
    const write = (chunk: Uint8Array) => {
      pendingWrite = append(chunk)
      return pendingWrite
    }
    const writeChunks = async (compressed: AsyncIterable<Buffer>) => {
      for await (const chunk of compressed) {
        sha256.update(chunk)
        await write(chunk)
      }
    }
    await pipeline(Readable.from(content), createGzip(), writeChunks, signal === undefined ? {} : { signal })
    await write(trailerOf(sha256.digest('hex')))
    await handle.sync().catch(error => {
      throw toDiskError(error, dirname(file))
    })
    await handle.close()
    await rename(temporary, file)
    await syncFolder(dirname(file))
    return { bytes }
  } catch (error) {
    // A pipeline with a disk error only reports that it was aborted.
    const cause = diskError ?? error
    // A pipeline with a source error does not wait for its pending write.
    await pendingWrite?.catch(() => {})
    await handle.close().catch(() => {})
    await rm(temporary, { force: true })
    throw cause
  }
}

async function assertNotExists(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  )
  if (exists) throw new BackupError(`${file} already exists. Choose another file.`)
}

async function assertDiskSpace(folder: string, minFreeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < minFreeBytes)
    throw new BackupError(
      `The disk of ${folder} is nearly full, and the rest is reserved for the database. Free some space, or choose a file on another disk.`,
    )
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return // folders cannot be opened there
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Throws a BackupError with one sentence unless the checksum matches. */
export async function verifyChecksum(file: string): Promise<void> {
  const { size } = await stat(file).catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BackupError(`File not found: ${file}.`)
    throw toDiskError(error, file)
  })
  const truncated = new BackupError(`${basename(file)} is incomplete (truncated).`)
  if (size <= TRAILER_BYTES) throw truncated
  const sha256 = createHash('sha256')
  for await (const chunk of createReadStream(file, { end: size - TRAILER_BYTES - 1 })) sha256.update(chunk)
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(file, { start: size - TRAILER_BYTES })) chunks.push(chunk)
  const trailer = Buffer.concat(chunks)
  if (trailer.equals(trailerOf(sha256.digest('hex')))) return
  if (!trailer.subarray(0, TRAILER_HEAD.length).equals(TRAILER_HEAD)) throw truncated
  throw new BackupError(`${basename(file)} is damaged: its checksum does not match.`)
}

/** The content of a file whose checksum was verified. */
export const readChecksummed = (file: string): Readable => {
  const source = createReadStream(file)
  const content = createGunzip()
  source.once('error', error => content.destroy(error))
  content.once('close', () => source.destroy())
  return source.pipe(content)
}

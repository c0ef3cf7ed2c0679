// A file that is whole or absent: it grows under another name beside its own, is flushed to the disk and
// then renamed. Its last bytes are a seal, the SHA-256 of everything before them. The seal is written as
// the comment of an empty gzip member, so `tar` and `gzip` read such a file as any other.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, type FileHandle, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { KeepingFailed, onDisk } from './errors.ts'

const WORD = 'sha256 '
const HEAD = Buffer.from([0x1f, 0x8b, 0x08, 0x10, 0, 0, 0, 0, 0, 0xff])
// The end of the comment, an empty block, and the checksum and length of nothing.
const TAIL = Buffer.from([0, 0x03, 0x00, 0, 0, 0, 0, 0, 0, 0, 0])
const SEAL_BYTES = HEAD.length + WORD.length + 64 + TAIL.length

const sealOf = (sha256: string): Buffer => Buffer.concat([HEAD, Buffer.from(WORD + sha256), TAIL])

/** The database works on the same disk, and stands still when that is full. */
const LEAVE_FREE_BYTES = 128 * 1024 * 1024
const LOOK_EVERY_BYTES = 16 * 1024 * 1024

export type Writing = {
  readonly signal?: AbortSignal | undefined
  /** How much of the disk stays free. */
  readonly leaveFreeBytes?: number
  /** Makes the file under its passing name; unset: a new one, for its owner alone. */
  readonly make?: (path: string) => Promise<FileHandle>
}

/** What a file is called while it grows. */
export const passingName = (file: string): string => `${file}.part-${process.pid}`

/** Writes `content`, compressed and sealed, and answers with its size. On failure nothing is left of it. */
export async function writeSealed(
  file: string,
  content: AsyncIterable<Uint8Array>,
  { signal, leaveFreeBytes = LEAVE_FREE_BYTES, make = path => open(path, 'wx', 0o600) }: Writing = {},
): Promise<{ readonly bytes: number }> {
  await refuseTaken(file)
  const passing = passingName(file)
  const handle = await make(passing).catch(fault => {
    throw onDisk(fault, dirname(file))
  })
  let refused: Error | undefined
  let underway: Promise<void> | undefined
  try {
    const sha256 = createHash('sha256')
    let bytes = 0
    const onto = async (chunk: Uint8Array) => {
      try {
        if (bytes % LOOK_EVERY_BYTES < chunk.length) await leaveRoom(dirname(file), leaveFreeBytes)
        await handle.appendFile(chunk)
      } catch (fault) {
        refused = onDisk(fault, dirname(file))
        throw refused
      }
      bytes += chunk.length
    }
    const put = (chunk: Uint8Array) => {
      underway = onto(chunk)
      return underway
    }
    const writing = async (compressed: AsyncIterable<Buffer>) => {
      for await (const chunk of compressed) {
        sha256.update(chunk)
        await put(chunk)
      }
    }
    await pipeline(Readable.from(content), createGzip(), writing, signal === undefined ? {} : { signal })
    await put(sealOf(sha256.digest('hex')))
    await handle.sync().catch(fault => {
      throw onDisk(fault, dirname(file))
    })
    await handle.close()
    await rename(passing, file)
    await syncFolder(dirname(file))
    return { bytes }
  } catch (fault) {
    // A pipeline that the disk broke says no more than that it is aborted.
    const first = refused ?? fault
    // One that its source broke does not wait for what is being written.
    await underway?.catch(() => {})
    await handle.close().catch(() => {})
    await rm(passing, { force: true })
    throw first
  }
}

async function refuseTaken(file: string): Promise<void> {
  const isTaken = await access(file).then(
    () => true,
    () => false,
  )
  if (isTaken) throw new KeepingFailed(`${file} is there already; name another file.`)
}

async function leaveRoom(folder: string, leaveFreeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < leaveFreeBytes)
    throw new KeepingFailed(
      `The disk of ${folder} is nearly full, and what is left of it is for the database; make room, or name a file on another disk.`,
    )
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return // folders cannot be opened there
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Throws a KeepingFailed with one sentence unless every byte is as it was written. */
export async function checkSeal(file: string): Promise<void> {
  const { size } = await stat(file).catch(fault => {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT')
      throw new KeepingFailed(`There is no file ${file}.`)
    throw onDisk(fault, file)
  })
  const cutOff = new KeepingFailed(`${basename(file)} is no whole backup: its end is missing.`)
  if (size <= SEAL_BYTES) throw cutOff
  const sha256 = createHash('sha256')
  for await (const chunk of createReadStream(file, { end: size - SEAL_BYTES - 1 })) sha256.update(chunk)
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(file, { start: size - SEAL_BYTES })) chunks.push(chunk)
  const seal = Buffer.concat(chunks)
  if (seal.equals(sealOf(sha256.digest('hex')))) return
  if (!seal.subarray(0, HEAD.length).equals(HEAD)) throw cutOff
  throw new KeepingFailed(`${basename(file)} is damaged: it is not what its checksum says.`)
}

/** The content of a file whose seal was checked. */
export const readSealed = (file: string): Readable => {
  const reading = createReadStream(file)
  const content = createGunzip()
  reading.once('error', fault => content.destroy(fault))
  content.once('close', () => reading.destroy())
  return reading.pipe(content)
}

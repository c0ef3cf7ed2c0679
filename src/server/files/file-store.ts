// Where files are kept: on this machine's disk, or in a bucket that speaks S3. A file is written
// once under a name that nothing else ever gets, so there is nothing to overwrite or to lock.

import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Disk } from 'flydrive'
import { memoizeAsync } from '#server/lib/memoize-async.ts'

/** A bucket. `endpoint` is for a store that is not Amazon's. */
export type Bucket = {
  readonly bucket: string
  readonly region: string
  readonly endpoint: string | undefined
}

export type FileStore = {
  /** Keeps `bytes` under `key`, a relative path. Rejects when they could not be kept. */
  readonly write: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>
  /** The whole file, or null when there is none under `key`. */
  readonly read: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>
  /** Removes what is there of `keys`. */
  readonly remove: (keys: readonly string[]) => Promise<void>
}

const MISSING_CODES = new Set(['ENOENT', 'NoSuchKey', 'NotFound'])

function isMissing(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string; name?: string } }
  return MISSING_CODES.has(cause?.code ?? '') || MISSING_CODES.has(cause?.name ?? '')
}

const createStore = (
  getDisk: () => Promise<Disk>,
  afterWriting: (key: string) => Promise<void>,
): FileStore => ({
  write: async (key, bytes, contentType) => {
    await (await getDisk()).put(key, bytes, { contentType, contentLength: bytes.byteLength })
    await afterWriting(key)
  },
  read: async key => {
    try {
      return new Uint8Array(await (await getDisk()).getBytes(key))
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  },
  remove: async keys => {
    const disk = await getDisk()
    for (const key of keys) await disk.delete(key)
  },
})

/** What a folder needs; no start waits for it, the first picture does. */
export const loadDiskLibrary = () => Promise.all([import('flydrive'), import('flydrive/drivers/fs')])

/** Files below `folder`, which is made when the first one comes. */
export function createDiskStore(folder: string): FileStore {
  // The row that names a file is committed right after; a power cut must not find it without its file.
  const flush = async (key: string) => {
    const file = await open(join(folder, key), 'r+')
    await file.sync().finally(() => file.close())
  }
  const openDisk = memoizeAsync(async () => {
    const [{ Disk }, { FSDriver }] = await loadDiskLibrary()
    return new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  })
  return createStore(openDisk, flush)
}

/**
 * Files in a bucket; credentials come from the AWS SDK's own environment variables and files. Throws
 * an Error with one sentence when the bucket cannot be reached.
 */
export async function createS3Store({ bucket, region, endpoint }: Bucket): Promise<FileStore> {
  const { Disk } = await import('flydrive')
  const { S3Driver } = await import('flydrive/drivers/s3').catch(cause => {
    throw new Error('STORAGE is a bucket, but the packages for it are not installed: run npm ci.', {
      cause,
    })
  })
  const disk = new Disk(
    new S3Driver({
      bucket,
      region,
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      visibility: 'private',
      supportsACL: false,
      // Stores that are not Amazon's refuse the checksums which the SDK adds unasked.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  )
  await disk.exists('rigwright').catch(error => {
    const { message } = (error as { cause?: Error }).cause ?? (error as Error)
    throw new Error(
      `The bucket ${bucket} cannot be reached (${message}). Check STORAGE, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
      { cause: error },
    )
  })
  return createStore(
    () => Promise.resolve(disk),
    async () => {},
  )
}

/** Files in memory, gone with the process: for tests. `files` is what is kept right now. */
export function createFakeFileStore(): FileStore & { readonly files: Map<string, Uint8Array<ArrayBuffer>> } {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    files,
    write: async (key, bytes) => void files.set(key, new Uint8Array(bytes)),
    read: async key => files.get(key) ?? null,
    remove: async keys => {
      for (const key of keys) files.delete(key)
    },
  }
}

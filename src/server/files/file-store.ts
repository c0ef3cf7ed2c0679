// The file store: the local disk, or an S3 bucket. A file is written once under a unique name, so nothing is
// overwritten or locked.

import { createWriteStream } from 'node:fs'
import { chmod, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Disk } from 'flydrive'
import { memoizeAsync } from '#server/lib/memoize-async.ts'

/** `endpoint` is for providers other than Amazon. */
export type Bucket = {
  readonly bucket: string
  readonly region: string
  readonly endpoint: string | undefined
}

export type FileStore = {
  /** Stores `bytes` under `key`, a relative path. Rejects on failure. */
  readonly write: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>
  /** The same, a piece at a time, for files of any size. After a failure, also of `content`, nothing is left. */
  readonly writeStream: (
    key: string,
    content: AsyncIterable<Uint8Array>,
    contentType: string,
  ) => Promise<void>
  /** The whole file, or null if there is none. */
  readonly read: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>
  /** The same, a piece at a time. */
  readonly readStream: (key: string) => Promise<StoredStream | null>
  /** Deletes `keys`, as far as they exist. */
  readonly remove: (keys: readonly string[]) => Promise<void>
}

type StoredStream = { readonly bytes: number; readonly content: Readable }

const MISSING_CODES = new Set(['ENOENT', 'NoSuchKey', 'NotFound'])

function isMissing(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string; name?: string } }
  return MISSING_CODES.has(cause?.code ?? '') || MISSING_CODES.has(cause?.name ?? '')
}

const createStore = (
  getDisk: () => Promise<Disk>,
  writeStream: FileStore['writeStream'],
  afterWriting: (key: string) => Promise<void>,
): FileStore => ({
  writeStream,
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
  readStream: async key => {
    const disk = await getDisk()
    try {
      const { contentLength } = await disk.getMetaData(key)
      return { bytes: contentLength, content: await disk.getStream(key) }
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

/** Loaded with the first image, not at start. */
export const loadDiskLibrary = () => Promise.all([import('flydrive'), import('flydrive/drivers/fs')])

const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700
const OTHER_USERS = 0o077

/** A file may be deleted meanwhile, and some volumes have no modes. */
const chmodIfPossible = (path: string, mode: number) => chmod(path, mode).catch(() => {})

/** Makes `folder` readable for the server's user alone, with what earlier versions wrote for everyone to read. */
async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  if (((await stat(folder)).mode & OTHER_USERS) === 0) return
  // First, as no one else reaches anything in it then.
  await chmodIfPossible(folder, PRIVATE_FOLDER)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmodIfPossible(path, PRIVATE_FOLDER)
    else if (entry.isFile()) await chmodIfPossible(path, PRIVATE_FILE)
  }
}

/** Files below `folder`, readable for the server's user alone. */
export async function createDiskStore(folder: string): Promise<FileStore> {
  await makePrivate(folder)
  // The row that refers to a file is committed right after; it must survive a power failure.
  const flush = async (key: string) => {
    const file = await open(join(folder, key), 'r+')
    await file.sync().finally(() => file.close())
    await chmodIfPossible(join(folder, key), PRIVATE_FILE)
    for (let parent = dirname(key); parent !== '.'; parent = dirname(parent))
      await chmodIfPossible(join(folder, parent), PRIVATE_FOLDER)
  }
  const openDisk = memoizeAsync(async () => {
    const [{ Disk }, { FSDriver }] = await loadDiskLibrary()
    return new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  })
  const writeStream: FileStore['writeStream'] = async (key, content) => {
    const disk = await openDisk()
    // Checks the key and makes its folder. The library's own stream would return before its file is closed.
    await disk.put(key, '')
    try {
      await pipeline(Readable.from(content), createWriteStream(join(folder, key)))
      await flush(key)
    } catch (error) {
      await disk.delete(key)
      throw error
    }
  }
  return createStore(openDisk, writeStream, flush)
}

/** A file in a bucket has at most 10,000 parts, and so up to 160 GB. Two are in memory at most. */
const PART_BYTES = 16 * 1024 ** 2

/** The content in pieces of PART_BYTES; the last is shorter, and there is at least one. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.subarray(0, PART_BYTES - bytes)
      rest = rest.subarray(taken.length)
      chunks.push(taken)
      bytes += taken.length
      if (bytes < PART_BYTES) continue
      yield Buffer.concat(chunks)
      chunks = []
      bytes = 0
    }
  }
  yield Buffer.concat(chunks)
}

/** Its size need not be known before, as a single request of S3 would ask. */
async function uploadInParts(
  client: S3Client,
  target: { readonly Bucket: string; readonly Key: string },
  content: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<void> {
  const s3 = await import('@aws-sdk/client-s3')
  const start = new s3.CreateMultipartUploadCommand({ ...target, ContentType: contentType })
  const { UploadId } = await client.send(start)
  const upload = { ...target, UploadId }
  try {
    const parts: { PartNumber: number; ETag: string | undefined }[] = []
    for await (const Body of partsOf(content)) {
      const PartNumber = parts.length + 1
      const { ETag } = await client.send(new s3.UploadPartCommand({ ...upload, PartNumber, Body }))
      parts.push({ PartNumber, ETag })
    }
    const MultipartUpload = { Parts: parts }
    await client.send(new s3.CompleteMultipartUploadCommand({ ...upload, MultipartUpload }))
  } catch (error) {
    // The first error says more than one of the clean-up.
    await client.send(new s3.AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

/**
 * Files in a bucket; credentials are found by the AWS SDK. Throws an Error with one sentence if the bucket is
 * unreachable.
 */
export async function createS3Store({ bucket, region, endpoint }: Bucket): Promise<FileStore> {
  const { Disk } = await import('flydrive')
  const [{ S3Driver }, { S3Client }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ]).catch(cause => {
    throw new Error('STORAGE is a bucket, but the packages for it are not installed: run npm ci.', {
      cause,
    })
  })
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Other providers refuse the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))
  await disk.exists('rigwright').catch(error => {
    const { message } = (error as { cause?: Error }).cause ?? (error as Error)
    throw new Error(
      `The bucket ${bucket} cannot be reached (${message}). Check STORAGE, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
      { cause: error },
    )
  })
  return createStore(
    () => Promise.resolve(disk),
    (key, content, contentType) => uploadInParts(client, { Bucket: bucket, Key: key }, content, contentType),
    async () => {},
  )
}

/** Files in memory, for tests. `files` has the current contents. */
export function createFakeFileStore(): FileStore & { readonly files: Map<string, Uint8Array<ArrayBuffer>> } {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    files,
    write: async (key, bytes) => void files.set(key, new Uint8Array(bytes)),
    writeStream: async (key, content) =>
      void files.set(key, new Uint8Array(await buffer(Readable.from(content)))),
    read: async key => files.get(key) ?? null,
    readStream: async key => {
      const bytes = files.get(key)
      return bytes === undefined ? null : { bytes: bytes.length, content: Readable.from([bytes]) }
    },
    remove: async keys => {
      for (const key of keys) files.delete(key)
    },
  }
}

import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { BUCKET, BUCKET_KEYS, type S3Server, startS3Server } from '../../../test/support/s3-server.ts'
import { createDiskStore, createFakeFileStore, createS3Store, type FileStore } from './file-store.ts'

let folder: string
let server: S3Server
beforeAll(async () => {
  for (const [name, value] of Object.entries(BUCKET_KEYS)) vi.stubEnv(name, value)
  folder = await mkdtemp(join(tmpdir(), 'rigwright-files-'))
  server = await startS3Server()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const inBucket = (bucket = BUCKET) =>
  createS3Store({ bucket, region: 'us-east-1', endpoint: server.endpoint })

const KEY = 'company_images/4f3c-b/one-large.webp'

/** One megabyte, and a few bytes so that parts do not end with it. */
const CHUNK = Buffer.alloc(1024 ** 2 + 7, 'rigwright')

async function* chunks(count: number): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index += 1) yield CHUNK
}

describe.each<[string, () => Promise<FileStore>]>([
  ['on the disk', () => createDiskStore(join(folder, 'files'))],
  ['in a bucket', () => inBucket()],
  ['in memory', async () => createFakeFileStore()],
])('the file store %s', (_, open) => {
  test('reads files as written, until they are deleted', async () => {
    const store = await open()
    const bytes = Uint8Array.from([82, 73, 70, 70, 0, 255])
    await store.write(KEY, bytes, 'image/webp')
    expect(await store.read(KEY)).toEqual(bytes)
    await store.remove([KEY, 'company_images/never/there.webp'])
    expect(await store.read(KEY)).toBe(null)
  })

  test('reads a stream as written, larger than two parts of an upload, and there is none of another file', async () => {
    const store = await open()
    await store.writeStream(KEY, chunks(40), 'application/gzip')
    const stored = await store.readStream(KEY)
    expect(stored?.bytes).toBe(40 * CHUNK.length)
    const bytes = await buffer(stored?.content ?? Readable.from([]))
    expect(bytes.equals(Buffer.concat(Array.from({ length: 40 }, () => CHUNK)))).toBe(true)
    await store.remove([KEY])
    expect(await store.readStream(KEY)).toBe(null)
    await store.writeStream(KEY, chunks(0), 'application/gzip')
    const empty = await store.readStream(KEY)
    expect([empty?.bytes, (await empty?.content.toArray())?.join('')]).toEqual([0, ''])
    await store.remove([KEY])
  })

  test('has nothing of a stream that fails', async () => {
    const store = await open()
    const failing = async function* () {
      yield* chunks(20)
      throw new Error('The disk is full.')
    }
    await expect(store.writeStream(KEY, failing(), 'application/gzip')).rejects.toThrow('The disk is full.')
    expect(await store.read(KEY)).toBe(null)
  })
})

test.each<[string, () => Promise<FileStore>, () => string]>([
  ['on the disk', () => createDiskStore(join(folder, 'files')), () => join(folder, 'files')],
  ['in a bucket', () => inBucket(), () => server.folder],
])('a stream %s is stored while it is read, not held in memory', async (_, open, folderOf) => {
  const store = await open()
  let given = 0
  let waiting = 0
  const counted = async function* () {
    for await (const chunk of chunks(40)) {
      waiting = Math.max(waiting, given - (await bytesIn(folderOf())))
      yield chunk
      given += chunk.length
    }
  }
  await store.writeStream(KEY, counted(), 'application/gzip')
  // A part of an upload at most.
  expect(waiting).toBeLessThan(18 * 1024 ** 2)
  await store.remove([KEY])
})

async function bytesIn(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter(entry => entry.isFile())
    .map(async entry => (await stat(join(entry.parentPath, entry.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('no key leaves the folder', async () => {
  const store = await createDiskStore(join(folder, 'files'))
  await expect(store.write('../outside.webp', Uint8Array.of(1), 'image/webp')).rejects.toThrow()
  await expect(store.writeStream('../outside.webp', chunks(1), 'image/webp')).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['files'])
})

test('files on the disk are readable for the server’s user alone, also those of earlier versions', async () => {
  const images = join(folder, 'private')
  await mkdir(join(images, 'old'), { recursive: true, mode: 0o755 })
  await writeFile(join(images, 'old', 'one.webp'), 'x')
  for (const path of [images, join(images, 'old')]) await chmod(path, 0o755)
  await chmod(join(images, 'old', 'one.webp'), 0o644)
  const store = await createDiskStore(images)
  await store.write(KEY, Uint8Array.of(1), 'image/webp')
  const entries = await readdir(images, { recursive: true, withFileTypes: true })
  const modes = entries.map(async entry => {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    return [entry.isDirectory() ? 'folder' : 'file', (mode & 0o777).toString(8)].join(' ')
  })
  expect(new Set(await Promise.all(modes))).toEqual(new Set(['folder 700', 'file 600']))
  expect(((await stat(images)).mode & 0o777).toString(8)).toBe('700')
})

test('a large file from a bucket is complete', async () => {
  const store = await inBucket()
  const bytes = Uint8Array.from({ length: 5_000_000 }, (_, place) => (place * 31) % 251)
  await store.write('job_photos/one/large.webp', bytes, 'image/webp')
  const read = await store.read('job_photos/one/large.webp')
  // Compared at once: millions of single expectations would take half a minute.
  expect(Buffer.from(read ?? []).equals(bytes)).toBe(true)
})

describe('an unusable bucket stops the start with a message', () => {
  const REFUSED = /^The bucket \w+ cannot be reached \(.+\)\. Check STORAGE, AWS_ACCESS_KEY_ID/

  test('with wrong credentials', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'another')
    await expect(inBucket()).rejects.toThrow(REFUSED)
    vi.stubEnv('AWS_ACCESS_KEY_ID', BUCKET_KEYS.AWS_ACCESS_KEY_ID)
  })

  test('without a response', () =>
    expect(
      createS3Store({ bucket: BUCKET, region: 'us-east-1', endpoint: 'http://127.0.0.1:1' }),
    ).rejects.toThrow(REFUSED))
})

import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
})

test('no key leaves the folder', async () => {
  const store = await createDiskStore(join(folder, 'files'))
  await expect(store.write('../outside.webp', Uint8Array.of(1), 'image/webp')).rejects.toThrow()
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
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'somebody-else')
    await expect(inBucket()).rejects.toThrow(REFUSED)
    vi.stubEnv('AWS_ACCESS_KEY_ID', BUCKET_KEYS.AWS_ACCESS_KEY_ID)
  })

  test('without a response', () =>
    expect(
      createS3Store({ bucket: BUCKET, region: 'us-east-1', endpoint: 'http://127.0.0.1:1' }),
    ).rejects.toThrow(REFUSED))
})

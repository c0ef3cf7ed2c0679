import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bucketStore, diskStore, type FileStore, pretendStore } from './file-store.ts'

let folder: string
let endpoint: string
const bucket = new Map<string, Buffer>()

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

/** As much of the protocol as a store needs: put, get, head and delete of one object in a path-style bucket. */
const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? '', 'http://bucket').pathname
  const end = (status: number, body = '') => response.writeHead(status).end(body)
  if (!path.startsWith('/pictures/')) return end(404)
  if (!request.headers.authorization?.includes('Credential=the-key/')) return end(403)
  if (request.method === 'PUT') {
    bucket.set(path, await bodyOf(request))
    return end(200)
  }
  if (request.method === 'DELETE') {
    bucket.delete(path)
    return end(204)
  }
  const found = bucket.get(path)
  if (found === undefined)
    return end(404, request.method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>')
  return response.writeHead(200, { 'Content-Length': found.length }).end(found)
})

beforeAll(async () => {
  process.env.AWS_ACCESS_KEY_ID = 'the-key'
  process.env.AWS_SECRET_ACCESS_KEY = 'the secret'
  folder = await mkdtemp(join(tmpdir(), 'rigwright-files-'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const KEY = 'company_images/4f3c-b/one-large.webp'

describe.each<[string, () => Promise<FileStore>]>([
  ['on the disk', async () => diskStore(join(folder, 'files'))],
  ['in a bucket', () => bucketStore({ bucket: 'pictures', region: 'us-east-1', endpoint })],
  ['in memory', async () => pretendStore()],
])('files %s', (_, open) => {
  test('are read as they were written, until they are removed', async () => {
    const store = await open()
    const bytes = Uint8Array.from([82, 73, 70, 70, 0, 255])
    await store.write(KEY, bytes, 'image/webp')
    expect(await store.read(KEY)).toEqual(bytes)
    await store.remove([KEY, 'company_images/never/there.webp'])
    expect(await store.read(KEY)).toBe(null)
  })
})

test('no key leads out of the folder', async () => {
  const store = diskStore(join(folder, 'files'))
  await expect(store.write('../outside.webp', Uint8Array.of(1), 'image/webp')).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['files'])
})

test('a bucket that refuses is said at the start, in one sentence', async () => {
  const { AWS_ACCESS_KEY_ID } = process.env
  process.env.AWS_ACCESS_KEY_ID = 'somebody-else'
  await expect(bucketStore({ bucket: 'pictures', region: 'us-east-1', endpoint })).rejects.toThrow(
    /^The bucket pictures cannot be reached \(.+\)\. Look at STORAGE and at AWS_ACCESS_KEY_ID/,
  )
  process.env.AWS_ACCESS_KEY_ID = AWS_ACCESS_KEY_ID
})

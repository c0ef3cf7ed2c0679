import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { changedRows, rowsIn } from '../tenancy/changed-rows.ts'
import { createRawHttpClient, type RawHttpClient } from './raw-http.ts'

// Forms that no browser sends. Each is refused with a message and leaves nothing, or, if only its names are wrong,
// its image is stored under a generated name.

let app: TestApp
let client: pg.Client
let cookie: string
let ticketId: number
let image: Buffer
let wire: RawHttpClient
const files = createFakeFileStore()
const folder = join(inject('postgres').folder, `pictures-${randomUUID()}`)

beforeAll(async () => {
  app = await createTestApp({ files, imagesFolder: folder })
  wire = createRawHttpClient(app.url)
  client = new pg.Client(app.connection)
  await client.connect()
  cookie = await app.signIn('rosa@bluebonnet.example')
  ticketId = await app.createTicket('rosa')
  image = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  wire.close()
  await client.end()
  await app.close()
})

const path = () => `/api/tickets/${ticketId}/jobs/1/photos`

const send = (body: Buffer | string, type = 'multipart/form-data; boundary=b') =>
  app.fetch(path(), {
    method: 'POST',
    headers: { cookie, 'Content-Type': type },
    body: new Uint8Array(Buffer.from(body)),
  })

const part = (head: string, content: Buffer | string = image, boundary = 'b') =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`, 'latin1'),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])

const PHOTO = 'Content-Disposition: form-data; name="photos"; filename="roof.png"\r\nContent-Type: image/png'
const END = Buffer.from('--b--\r\n')
const form = (...parts: Buffer[]) => Buffer.concat([...parts, END])
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value)

async function expectNoPendingFiles(): Promise<void> {
  for (const place of ['arriving', 'journal']) expect(await readdir(join(folder, place)), place).toEqual([])
}

describe('a refused form leaves nothing', () => {
  test.each<[string, () => Buffer | string, string?]>([
    ['without a boundary', () => form(part(PHOTO)), 'multipart/form-data'],
    ['with an empty boundary', () => form(part(PHOTO)), 'multipart/form-data; boundary='],
    ['with another boundary than it uses', () => form(part(PHOTO)), 'multipart/form-data; boundary=other'],
    [
      'with a boundary of 5,000 signs',
      () => form(part(PHOTO)),
      `multipart/form-data; boundary=${'b'.repeat(5000)}`,
    ],
    ['with two boundaries', () => form(part(PHOTO)), 'multipart/form-data; boundary=a; boundary=c'],
    ['of another kind', () => form(part(PHOTO)), 'multipart/mixed; boundary=b'],
    ['that is no form', () => 'photos=roof.png', 'application/x-www-form-urlencoded'],
    ['that is a bare picture', () => image, 'image/png'],
    ['of nothing', () => ''],
    ['of its end alone', () => END],
    ['cut inside the head of a part', () => part(PHOTO).subarray(0, 40)],
    ['cut inside a picture', () => part(PHOTO).subarray(0, 140)],
    ['without its end', () => part(PHOTO).subarray(0, -2)],
    [
      'with a part inside a part',
      () => form(part('Content-Type: multipart/mixed; boundary=c', form(part(PHOTO, image, 'c')))),
    ],
    ['with a part of no name', () => form(part('Content-Type: image/png'))],
    [
      'with 5,000 lines of head',
      () => form(part(`${Array.from({ length: 5000 }, (_, line) => `X-${line}: y`).join('\r\n')}`)),
    ],
    [
      'with 10,000 fields',
      () => form(...Array.from({ length: 10_000 }, (_, index) => field(`f${index}`, 'x'))),
    ],
    [
      'with 10,000 fields before its picture',
      () => form(...Array.from({ length: 10_000 }, () => field('x', 'y')), part(PHOTO)),
    ],
    ['with 10,000 pictures', () => form(...Array.from({ length: 10_000 }, () => part(PHOTO, 'x')))],
    [
      'with a picture that is text by its own word',
      () => form(part(`${PHOTO}\r\nContent-Transfer-Encoding: base64`, image.toString('base64'))),
    ],
    ['with an empty picture', () => form(part(PHOTO, ''))],
    ['with one picture good and one bad', () => form(part(PHOTO), part(PHOTO, 'not a picture'))],
    ['with a moment that is none', () => form(part(PHOTO), field('moment', 'x'.repeat(5000)))],
    ['with half of a name', () => form(part('Content-Disposition: form-data; name="photos'))],
  ])('%s', async (_, make, type) => {
    const before = await rowsIn(client)
    const stored = files.files.size
    const answer = await send(make(), type)
    const body = (await answer.json()) as { code: string; message: string }
    expect([answer.status >= 400 && answer.status < 500, body]).toEqual([
      true,
      expect.objectContaining({ code: 'INVALID', message: expect.stringMatching(/^[A-Z].*\.$/) }),
    ])
    expect(changedRows(before, await rowsIn(client))).toEqual([])
    expect(files.files.size).toBe(stored)
    await expectNoPendingFiles()
    expect(app.loggedErrors).toEqual([])
    // An early refusal does not read to the end, so its connection closes.
    const { status } = await wire.send({ method: 'GET', path: '/api/me', headers: { cookie }, body: null })
    expect(status).toBe(200)
  })
})

describe('a file name is ignored', () => {
  test.each([
    '../../../../etc/passwd',
    '..\\..\\windows\\system32',
    'roof.png\0.exe',
    '/etc/cron.d/x',
    '<script>alert(1)</script>.svg',
    'x'.repeat(3000),
    `x"\r\nX-Long: "${'x'.repeat(200_000)}`,
    '',
    '__proto__',
    "roof'; drop table photo; --.jpg",
    'roof.html',
  ])('%j is stored under a generated name', async name => {
    const before = new Set(files.files.keys())
    const answer = await send(form(part(`Content-Disposition: form-data; name="photos"; filename="${name}"`)))
    expect(answer.status).toBe(201)
    const { photos } = (await answer.json()) as { photos: { photoId: string }[] }
    const added = [...files.files.keys()].filter(key => !before.has(key)).sort()
    const place = `companies/${app.ids.dana}/tickets/${ticketId}/${photos[0]?.photoId}`
    expect(added).toEqual([`${place}-large.webp`, `${place}-small.webp`])
    await expectNoPendingFiles()
  })
})

test('an endless part is refused at its limit, and the client disconnected', async () => {
  const { hostname, port } = new URL(app.url)
  const before = await rowsIn(client)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', bytes => {
    received += bytes
  })
  socket.write(
    `POST ${path()} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\nTransfer-Encoding: chunked\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\n\r\n`,
  )
  const bytes = Buffer.alloc(1_000_000, 7)
  const piece = (content: Buffer) =>
    Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')])
  socket.on('error', () => {})
  socket.write(piece(Buffer.from(`--b\r\n${PHOTO}\r\n\r\n`)))
  let sent = 0
  while (!received.includes('20 MB') && !socket.destroyed && sent < 200) {
    // Either the bytes are read, or the server has responded.
    const heard = new AbortController()
    const one = (event: string) => once(socket, event, { signal: heard.signal })
    if (socket.write(piece(bytes))) await new Promise(setImmediate)
    else await Promise.race(['drain', 'close', 'data'].map(one))
    heard.abort()
    sent += 1
  }
  expect(received).toMatch(/^HTTP\/1\.1 413 /)
  expect(received).toContain('This image is larger than 20 MB.')
  expect(sent).toBeLessThan(60)
  socket.destroy()
  expect(changedRows(before, await rowsIn(client))).toEqual([])
  await expect.poll(async () => (await readdir(join(folder, 'arriving'))).length).toBe(0)
  expect(app.loggedErrors).toEqual([])
})

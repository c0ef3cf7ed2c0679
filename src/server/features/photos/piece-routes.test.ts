import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isIdFromKey } from '#domain/lib/uuid.ts'
import { MAX_IMAGE_BYTES } from '#domain/photos/photo.ts'
import { MAX_PIECE_BYTES, MAX_UNFINISHED_UPLOADS, MIN_PIECE_BYTES } from '#domain/photos/piece.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { rosa } from '#server/seed/demo-accounts.ts'
import { createTestApp, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'
import { timedKey } from '../../../../test/support/timed-key.ts'
import { deleteAbandonedUploads } from './piece-store.ts'

let app: TestApp
let files: ReturnType<typeof createFakeFileStore>
let image: Buffer<ArrayBuffer>
let ticketId: number

beforeAll(async () => {
  files = createFakeFileStore()
  app = await createTestApp({ files })
  // Noise, so that it takes several pieces.
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const drawing = sharp({ create: { width: 500, height: 400, channels: 3, background: 'red', noise } })
  image = Buffer.from(await drawing.jpeg().toBuffer())
  expect(image.length).toBeGreaterThan(3 * MIN_PIECE_BYTES)
})
afterAll(() => app.close())
beforeEach(async () => {
  files.files.clear()
  ticketId = await app.createTicket('rosa')
})

type Sending = {
  readonly as?: PersonName
  readonly key: string
  readonly offset?: number | string
  readonly end?: number
  readonly content?: Buffer<ArrayBuffer>
  readonly query?: Readonly<Record<string, string>>
  readonly type?: string
  readonly ticket?: number
}

const addressOf = (key: string, ticket = ticketId) => `/api/tickets/${ticket}/jobs/1/photos/${key}`

function send({ as = 'rosa', key, offset = 0, end = image.length, content, query, type, ticket }: Sending) {
  const asked = new URLSearchParams({ size: String(image.length), ...query })
  return app.fetch(`${addressOf(key, ticket)}?${asked}`, {
    as,
    method: 'PATCH',
    headers: { 'Content-Type': type ?? 'application/octet-stream', 'Upload-Offset': String(offset) },
    body: content ?? image.subarray(Number(offset), end),
  })
}

const answerOf = async (response: Response) => [response.status, await response.json()] as const
const received = async (key: string) => await (await app.fetch(addressOf(key), { as: 'rosa' })).json()
const photos = async () =>
  (await app.as('dana').tickets.get({ ticketId })).jobs.flatMap(job => job.photos.map(photo => photo.photoId))
const uploads = () => app.database.selectFrom('photoUpload').selectAll().execute()
const pieces = () => app.database.selectFrom('photoPiece').select('startByte').execute()

/** Sends a whole photo in pieces of `length`, and returns the last answer. */
async function sendAll(key: string, length = MIN_PIECE_BYTES): Promise<Response> {
  for (let offset = 0; ; offset += length) {
    const end = Math.min(offset + length, image.length)
    const answer = await send({ key, offset, end })
    if (end === image.length) return answer
    expect(await answerOf(answer)).toEqual([200, { received: end }])
  }
}

describe('a photo in pieces', () => {
  test('is on the job line once the last one has arrived, and no piece is left', async () => {
    const key = timedKey(app.now)
    const [status, body] = await answerOf(await sendAll(key))
    expect(status).toBe(201)
    expect(body.photos).toHaveLength(1)
    const [photoId = ''] = await photos()
    expect(photoId).toBe(body.photos[0].photoId)
    expect(isIdFromKey(photoId, key)).toBe(true)
    expect(await uploads()).toEqual([])
    expect(await pieces()).toEqual([])
    const shown = await app.fetch(body.photos[0].large, { as: 'rosa' })
    expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ width: 500, height: 400 })
  })

  test('may be one piece, with its stage', async () => {
    const [status, body] = await answerOf(await send({ key: randomUUID(), query: { moment: 'before' } }))
    expect([status, body.photos[0].moment]).toEqual([201, 'before'])
  })

  test('of which an answer was lost continues where it was, and a piece sent again is counted once', async () => {
    const key = randomUUID()
    const first = { key, end: MIN_PIECE_BYTES }
    await send(first)
    expect(await answerOf(await send(first))).toMatchObject([
      409,
      {
        code: 'REFUSED',
        message: `${MIN_PIECE_BYTES} bytes of this photo have arrived. Send what comes after them.`,
        received: MIN_PIECE_BYTES,
      },
    ])
    expect(await received(key)).toEqual({ received: MIN_PIECE_BYTES })
    const rest = { key, offset: MIN_PIECE_BYTES }
    const whole = await answerOf(await send(rest))
    expect(whole[0]).toBe(201)
    for (const repeat of [rest, first, { key }]) expect(await answerOf(await send(repeat))).toEqual(whole)
    expect(await received(key)).toEqual({ received: 0 })
    expect(await photos()).toHaveLength(1)
    expect(files.files.size).toBe(2)
  })

  test('whose pieces arrive twice at the same moment is one photo', async () => {
    const key = randomUUID()
    const first = { key, end: MIN_PIECE_BYTES }
    const firsts = await Promise.all([send(first), send(first), send(first)])
    expect(firsts.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const last = { key, offset: MIN_PIECE_BYTES }
    const [one, two] = await Promise.all([send(last), send(last)])
    expect([one.status, two.status]).toEqual([201, 201])
    expect(await one.json()).toEqual(await two.json())
    expect(await photos()).toHaveLength(1)
    expect(files.files.size).toBe(2)
  })

  test('begins again if its pieces are gone while its last one is read', async () => {
    const key = randomUUID()
    await send({ key, end: MIN_PIECE_BYTES })
    // The last piece waits here, after it was found to be the next one.
    const blocker = new pg.Client(app.connection)
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('lock table photo_piece in access exclusive mode')
    const last = send({ key, offset: MIN_PIECE_BYTES })
    const waiting = `select from pg_locks where not granted and relation = 'photo_piece'::regclass`
    await expect.poll(async () => (await blocker.query(waiting)).rowCount).toBe(1)
    await blocker.query('delete from photo_upload where upload_key = $1', [key])
    await blocker.query('commit')
    await blocker.end()
    expect(await answerOf(await last)).toMatchObject([409, { received: 0 }])
    expect((await sendAll(key)).status).toBe(201)
  })

  test('cannot begin in its middle, and a key belongs to one photo', async () => {
    const key = randomUUID()
    const middle = await answerOf(await send({ key, offset: MIN_PIECE_BYTES, end: 2 * MIN_PIECE_BYTES }))
    expect(middle).toMatchObject([409, { received: 0 }])
    await send({ key, end: MIN_PIECE_BYTES })
    const next = { key, offset: MIN_PIECE_BYTES, end: 2 * MIN_PIECE_BYTES }
    for (const query of [{ moment: 'after' }, { size: String(image.length + 1) }])
      expect(await answerOf(await send({ ...next, query }))).toMatchObject([
        409,
        { message: 'Idempotency-Key was used with a different request.' },
      ])
    expect(await uploads()).toMatchObject([{ received: MIN_PIECE_BYTES }])
  })
})

test('a piece that breaks off is not stored, and is no error of the server', async () => {
  const key = randomUUID()
  await send({ key, end: MIN_PIECE_BYTES })
  const cookie = await app.signIn(rosa.email)
  const before = app.requests.length
  const broken = request(`${app.url}${addressOf(key)}?size=${image.length}`, {
    method: 'PATCH',
    headers: {
      cookie,
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(MIN_PIECE_BYTES),
      'Upload-Offset': String(MIN_PIECE_BYTES),
    },
  })
  broken.on('error', () => {})
  broken.write(image.subarray(MIN_PIECE_BYTES, MIN_PIECE_BYTES + 1000))
  await sleep(200)
  broken.destroy()
  await expect.poll(() => app.requests.length).toBeGreaterThan(before)
  expect(await received(key)).toEqual({ received: MIN_PIECE_BYTES })
  expect(app.loggedErrors).toEqual([])
  expect((await send({ key, offset: MIN_PIECE_BYTES })).status).toBe(201)
})

describe('is refused with a sentence:', () => {
  const key = randomUUID()
  const OFFSET = { 'Upload-Offset': 'Enter how many bytes of the photo come before this piece.' }
  test.each<[string, Omit<Sending, 'key'>, number, object]>([
    ['no offset', { offset: '' }, 400, { fields: OFFSET }],
    ['an offset that is no number', { offset: '-1' }, 400, { fields: OFFSET }],
    ['no size', { query: { size: '' } }, 400, { fields: { size: 'Enter the size of the photo in bytes.' } }],
    ['an unknown stage', { query: { moment: 'x' } }, 400, {}],
    [
      'a photo above 20 MB',
      { query: { size: String(MAX_IMAGE_BYTES + 1) } },
      413,
      { message: 'This image is larger than 20 MB.' },
    ],
    [
      'a piece above 512 KB',
      { content: Buffer.alloc(MAX_PIECE_BYTES + 1) },
      413,
      { message: 'Send at most 512 KB in one piece.' },
    ],
    ['an empty piece', { content: Buffer.alloc(0) }, 400, { message: 'Send at least one byte.' }],
    ['a tiny piece', { end: 100 }, 400, { message: 'Send at least 16 KB in every piece but the last.' }],
    ['more than the photo', { query: { size: '10' } }, 400, {}],
    ['another type', { type: 'text/plain' }, 415, { message: 'Send this as application/octet-stream.' }],
  ])('%s', async (_, sending, status, body) => {
    expect(await answerOf(await send({ key, ...sending }))).toMatchObject([status, body])
    expect(await uploads()).not.toContainEqual(expect.objectContaining({ uploadKey: key }))
  })

  test('what is no image, of which nothing is left', async () => {
    const noImage = Buffer.alloc(3 * MIN_PIECE_BYTES, 'x')
    const other = randomUUID()
    const query = { size: String(noImage.length) }
    const first = await send({ key: other, content: noImage.subarray(0, MIN_PIECE_BYTES), query })
    expect(first.status).toBe(200)
    const rest = { key: other, offset: MIN_PIECE_BYTES, content: noImage.subarray(MIN_PIECE_BYTES), query }
    expect(await answerOf(await send(rest))).toMatchObject([
      400,
      { fields: { photos: 'That file isn’t an image.' } },
    ])
    expect(await received(other)).toEqual({ received: 0 })
    expect(await photos()).toEqual([])
    expect(files.files.size).toBe(0)
  })

  test('a photo whose ticket was taken away meanwhile', async () => {
    const other = randomUUID()
    await send({ key: other, end: MIN_PIECE_BYTES })
    await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.sam })
    for (const end of [2 * MIN_PIECE_BYTES, image.length])
      expect((await send({ key: other, offset: MIN_PIECE_BYTES, end })).status).toBe(404)
    expect((await app.fetch(addressOf(other), { as: 'rosa' })).status).toBe(404)
    expect(await photos()).toEqual([])
    expect(files.files.size).toBe(0)
  })

  test('a photo of strangers and of other companies', async () => {
    for (const [as, status] of [
      ['visitor', 401],
      ['june', 403],
      ['ray', 404],
      ['sam', 404],
    ] as const)
      expect((await send({ as, key: randomUUID() })).status).toBe(status)
  })
})

test('one account’s pieces are not another’s under the same key', async () => {
  const key = randomUUID()
  await send({ key, end: MIN_PIECE_BYTES })
  expect(await answerOf(await send({ as: 'dana', key, end: MIN_PIECE_BYTES }))).toEqual([
    200,
    { received: MIN_PIECE_BYTES },
  ])
})

test('of too many unfinished photos of an account, the one that waited longest begins again', async () => {
  const keys = Array.from({ length: MAX_UNFINISHED_UPLOADS + 1 }, () => randomUUID())
  for (const key of keys) {
    app.now = new Date(app.now.getTime() + 1000)
    await send({ key, end: MIN_PIECE_BYTES })
  }
  expect(await received(keys[0] ?? '')).toEqual({ received: 0 })
  expect(await received(keys[1] ?? '')).toEqual({ received: MIN_PIECE_BYTES })
  expect((await uploads()).filter(({ accountId }) => accountId === app.ids.rosa)).toHaveLength(
    MAX_UNFINISHED_UPLOADS,
  )
})

test('a sender whose access has ended meanwhile adds nothing', async () => {
  const key = randomUUID()
  await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.sam })
  expect((await send({ as: 'sam', key, end: MIN_PIECE_BYTES })).status).toBe(200)
  await app.as('dana').employees.deactivate({ id: app.ids.sam })
  expect((await send({ as: 'sam', key, offset: MIN_PIECE_BYTES })).status).toBe(401)
  expect(await photos()).toEqual([])
  expect(files.files.size).toBe(0)
})

test('what is not whole is deleted a week after its last piece, and with its sender', async () => {
  await app.database.deleteFrom('photoUpload').execute()
  const key = randomUUID()
  await send({ key, end: MIN_PIECE_BYTES })
  const WEEK_MS = 7 * 24 * 60 * 60 * 1000
  await deleteAbandonedUploads(app.database, new Date(app.now.getTime() + WEEK_MS))
  expect(await uploads()).toHaveLength(1)
  await deleteAbandonedUploads(app.database, new Date(app.now.getTime() + WEEK_MS + 1))
  expect([await uploads(), await pieces()]).toEqual([[], []])
  await send({ key, end: MIN_PIECE_BYTES })
  await app.as('dana').employees.delete({ id: app.ids.rosa })
  expect([await uploads(), await pieces()]).toEqual([[], []])
})

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_PHOTOS_PER_JOB } from '#domain/photos/photo.ts'
import { MIN_PIECE_BYTES } from '#domain/photos/piece.ts'
import { activitySentence } from '#domain/tickets/activity.ts'
import { listImageKeys } from '#server/backup/snapshot.ts'
import { runInTransaction } from '#server/db/unit-of-work.ts'
import { listImages } from '#server/features/export/image-files.ts'
import { listFilesToDelete } from '#server/features/platform-admin/company-data-store.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { createTestApp, errorOf, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'

const LABEL = 'Photo, job 1. Roof leak above the bunk'
const REASON = 'This ticket was assigned to another technician.'

let app: TestApp
let files: ReturnType<typeof createFakeFileStore>
let image: Buffer<ArrayBuffer>
let ticketId: number
let tappedAt: Date

beforeAll(async () => {
  files = createFakeFileStore()
  app = await createTestApp({ files })
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const drawing = sharp({ create: { width: 400, height: 300, channels: 3, background: 'red', noise } })
  image = Buffer.from(await drawing.jpeg().toBuffer())
  expect(image.length).toBeGreaterThan(2 * MIN_PIECE_BYTES)
})
afterAll(() => app.close())
beforeEach(async () => {
  files.files.clear()
  await app.database.deleteFrom('handOver').execute()
  tappedAt = new Date(app.now.getTime() - 60 * 60_000)
  ticketId = await app.createTicket('rosa')
  await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.sam })
})

type Sending = {
  readonly as?: PersonName
  readonly key?: string
  readonly offset?: number
  readonly end?: number
  readonly content?: Buffer<ArrayBuffer>
  readonly query?: Readonly<Record<string, string>>
  readonly ticket?: number
  readonly job?: number
}

function send({
  as = 'rosa',
  key = randomUUID(),
  offset = 0,
  end = image.length,
  content = image,
  query,
  ticket = ticketId,
  job = 1,
}: Sending = {}) {
  const asked = new URLSearchParams({
    ...{ size: String(content.length), moment: 'before' },
    ...{ label: LABEL, reason: REASON, tappedAt: tappedAt.toISOString() },
    ...query,
  })
  return app.fetch(`/api/tickets/${ticket}/jobs/${job}/photos/${key}/hand-over?${asked}`, {
    as,
    method: 'PATCH',
    headers: { 'Content-Type': 'application/octet-stream', 'Upload-Offset': String(offset) },
    body: content.subarray(offset, end),
  })
}

async function handOver(sending?: Sending): Promise<string> {
  const answer = await send(sending)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { handOverId: string }).handOverId
}

const waiting = async (as: PersonName = 'walt') => (await app.as(as).bay.handOvers()).handOvers
const photoOf = (handOverId: string, as: PersonName = 'walt') =>
  app.fetch(`/api/images/hand-overs/${handOverId}/photo?size=large`, { as })
const rowsOfPhotos = () =>
  app.database.selectFrom('photo').selectAll().where('ticketId', '=', ticketId).execute()
const uploads = () => app.database.selectFrom('photoUpload').selectAll().execute()
const activityOf = async (count: number) =>
  (await app.as('walt').tickets.activity({ ticketId })).entries.slice(0, count).map(activitySentence)

describe('a photo of a ticket that is another’s by now', () => {
  test('is on the desk’s list once its last piece has arrived, with who took it, when and of what', async () => {
    const key = randomUUID()
    const first = await send({ key, end: MIN_PIECE_BYTES })
    expect(await first.json()).toEqual({ received: MIN_PIECE_BYTES })
    expect(await waiting()).toEqual([])
    const progress = await app.fetch(`/api/tickets/${ticketId}/jobs/1/photos/${key}/hand-over`, {
      as: 'rosa',
    })
    expect(await progress.json()).toEqual({ received: MIN_PIECE_BYTES })
    const handOverId = await handOver({ key, offset: MIN_PIECE_BYTES })
    expect(await waiting()).toMatchObject([
      {
        ...{ handOverId, ticketId, state: 'active', jobNumber: 1, technicianId: app.ids.rosa },
        ...{ technician: 'Rosa Díaz', label: LABEL, text: '' },
        ...{ reason: REASON, tappedAt, handedOverAt: app.now },
        photo: { moment: 'before', width: 400, height: 300 },
      },
    ])
    const shown = await photoOf(handOverId)
    expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ width: 400, height: 300 })
    expect(await uploads()).toEqual([])
    expect(await rowsOfPhotos()).toEqual([])
    expect(await activityOf(1)).toEqual([
      'Rosa handed to the desk a photo that the phone could not send on 1. Roof leak above the bunk',
    ])
  })

  test('names its job line by a number that can be stored', async () => {
    expect((await send({ job: 2 ** 31 - 1 })).status).toBe(201)
    const key = randomUUID()
    expect((await send({ key, job: 2 ** 31, end: MIN_PIECE_BYTES })).status).toBe(400)
    expect(await uploads()).toEqual([])
  })

  test('was tapped when it was handed over, at the latest', async () => {
    await handOver({ query: { tappedAt: new Date(app.now.getTime() + 60_000).toISOString() } })
    expect(await waiting()).toMatchObject([{ tappedAt: app.now }])
  })

  test('is handed over once under one key, also at the same moment', async () => {
    const key = randomUUID()
    await send({ key, end: MIN_PIECE_BYTES })
    const last = { key, offset: MIN_PIECE_BYTES }
    const [one, two] = await Promise.all([handOver(last), handOver(last)])
    expect([two, await handOver({ key, end: MIN_PIECE_BYTES })]).toEqual([one, one])
    // After seven days the key is forgotten.
    await app.database.deleteFrom('idempotencyKey').where('key', '=', key).execute()
    expect(await handOver({ key })).toBe(one)
    expect(await waiting()).toHaveLength(1)
    expect(await activityOf(2)).toEqual([expect.stringContaining('a photo'), expect.stringContaining('Sam')])
    expect(files.files.size).toBe(2)
  })

  test('is added to its job line by the desk, as the one who took it', async () => {
    const handOverId = await handOver()
    const keys = [...files.files.keys()]
    await app.as('walt').bay.addHandedOverPhoto({ handOverId })
    expect(await waiting()).toEqual([])
    expect(await rowsOfPhotos()).toMatchObject([
      { jobNumber: 1, moment: 'before', addedAt: tappedAt, addedBy: app.ids.rosa, addedByName: 'Rosa Díaz' },
    ])
    const [photo] = (await app.as('sam').tickets.get({ ticketId })).jobs[0]?.photos ?? []
    expect((await app.fetch(photo?.large ?? '', { as: 'sam' })).status).toBe(200)
    expect([...files.files.keys()]).toEqual(keys)
    expect((await photoOf(handOverId)).status).toBe(404)
    expect(await activityOf(2)).toEqual([
      'Walt took care of what Rosa Díaz handed to the desk',
      'Walt added a photo to 1. Roof leak above the bunk',
    ])
    expect(await errorOf(app.as('dana').bay.addHandedOverPhoto({ handOverId }))).toMatchObject({
      code: 'REFUSED',
      message: 'Walt Kim already took care of this.',
    })
    // Its images belong to the job line now.
    await app.as('dana').bay.settleHandOver({ handOverId })
    expect(files.files.size).toBe(2)
  })

  test('is dismissed by the desk, and nothing of its images is left', async () => {
    const handOverId = await handOver()
    for (let times = 0; times < 2; times++) await app.as('dana').bay.settleHandOver({ handOverId })
    expect(await waiting()).toEqual([])
    expect(files.files.size).toBe(0)
    expect((await photoOf(handOverId)).status).toBe(404)
    expect(await errorOf(app.as('walt').bay.addHandedOverPhoto({ handOverId }))).toMatchObject({
      message: 'Dana Reyes already took care of this.',
    })
  })

  test('says nothing of whether its ticket exists, and cannot be added to it', async () => {
    const handOverId = await handOver({ ticket: 999_999 })
    expect(await waiting()).toMatchObject([{ ticketId: 999_999, state: null, label: LABEL }])
    expect((await photoOf(handOverId)).status).toBe(200)
    expect(await errorOf(app.as('dana').bay.addHandedOverPhoto({ handOverId }))).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await waiting()).toHaveLength(1)
    await app.as('dana').bay.settleHandOver({ handOverId })
    expect(files.files.size).toBe(0)
  })
})

describe('is not added to its ticket:', () => {
  const refusalOf = async (handOverId: string) => {
    const error = await errorOf(app.as('dana').bay.addHandedOverPhoto({ handOverId }))
    expect(await waiting()).toHaveLength(1)
    expect(files.files.size).toBe(2)
    return error
  }

  test('a photo of one that was finalized', async () => {
    const handOverId = await handOver()
    await app.as('dana').tickets.finalize({ ticketId })
    expect((await refusalOf(handOverId)).message).toContain('Reopen it first.')
  })

  test('a photo of a line that was deleted', async () => {
    await app.as('dana').tickets.addJob({ ticketId, problem: 'Awning' })
    const handOverId = await handOver()
    await app.as('dana').tickets.removeJob({ ticketId, jobNumber: 1 })
    expect(await refusalOf(handOverId)).toMatchObject({ code: 'REFUSED' })
  })

  test('a photo of a line that has another name by now', async () => {
    await app.as('dana').tickets.addJob({ ticketId, problem: 'Awning' })
    const handOverId = await handOver({ job: 2, query: { label: 'Photo, job 2. Awning' } })
    await app.as('dana').tickets.changeJob({ ticketId, jobNumber: 2, problem: 'Slide-out' })
    expect((await refusalOf(handOverId)).message).toContain('may not be of “2. Slide-out”')
    expect(await rowsOfPhotos()).toEqual([])
    await app.as('dana').tickets.changeJob({ ticketId, jobNumber: 2, problem: 'Awning\n' })
    await app.as('dana').bay.addHandedOverPhoto({ handOverId })
    expect(await rowsOfPhotos()).toMatchObject([{ jobNumber: 2 }])
  })

  test('one more than a line may have', async () => {
    const handOverId = await handOver()
    const columns = { companyId: app.ids.dana, ticketId, jobNumber: 1, moment: '' as const }
    const who = { addedAt: app.now, addedBy: app.ids.dana, addedByName: 'Dana Reyes' }
    const rows = Array.from({ length: MAX_PHOTOS_PER_JOB }, (_, position) => ({
      ...{ ...columns, ...who, photoId: randomUUID(), position: position + 1, width: 1, height: 1 },
    }))
    await app.database.insertInto('photo').values(rows).execute()
    expect((await refusalOf(handOverId)).message).toContain('can have up to 100 photos')
  })

  test('text', async () => {
    const text = { jobNumber: 1, label: 'Cause', text: 'Cracked', reason: REASON, tappedAt }
    const { handOverId } = await app.as('rosa').bay.handOver({ ticketId, ...text })
    expect(await errorOf(app.as('dana').bay.addHandedOverPhoto({ handOverId }))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('is refused with a sentence:', () => {
  test.each<[string, Readonly<Record<string, string>>, object]>([
    ['no label', { label: '' }, { label: 'Required.' }],
    ['no reason', { reason: '' }, { reason: 'Required.' }],
    ['a reason that is too long', { reason: 'x'.repeat(1001) }, {}],
    ['no time', { tappedAt: '' }, { tappedAt: 'Enter a valid time.' }],
  ])('%s', async (_, query, fields) => {
    const answer = await send({ query })
    expect([answer.status, await answer.json()]).toMatchObject([400, { fields }])
    expect(await uploads()).toEqual([])
  })

  test('what is no image, of which nothing is left', async () => {
    const content = Buffer.alloc(3 * MIN_PIECE_BYTES, 'x')
    const key = randomUUID()
    await send({ key, content, end: MIN_PIECE_BYTES })
    const answer = await send({ key, content, offset: MIN_PIECE_BYTES, end: content.length })
    expect(await answer.json()).toMatchObject({ fields: { photos: 'That file isn’t an image.' } })
    expect([await uploads(), await waiting(), files.files.size]).toEqual([[], [], 0])
  })

  test('a photo of anyone but a technician', async () => {
    for (const [as, status] of [
      ['visitor', 401],
      ['june', 403],
      ['dana', 403],
      ['walt', 403],
    ] as const)
      expect((await send({ as })).status).toBe(status)
  })
})

test('no one but the company’s desk sees it, adds it or dismisses it', async () => {
  const handOverId = await handOver()
  for (const [as, status] of [
    ['visitor', 401],
    ['june', 403],
    ['rosa', 403],
    ['ray', 404],
    ['wyatt', 403],
  ] as const) {
    expect((await photoOf(handOverId, as)).status).toBe(status)
    const code = { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN', 404: 'NOT_FOUND' }[status]
    for (const act of ['addHandedOverPhoto', 'settleHandOver'] as const)
      expect((await errorOf(app.as(as).bay[act]({ handOverId }))).code).toBe(code)
  }
  // A ticket of the same number at another company is not touched.
  await handOver({ as: 'wyatt' })
  expect(await waiting('ray')).toMatchObject([{ state: null }])
  expect(await waiting()).toMatchObject([{ handOverId, technician: 'Rosa Díaz' }])
})

test('it is in a backup and an export, and among the files to delete with the company', async () => {
  const handOverId = await handOver()
  const keys = [...files.files.keys()].sort()
  const client = new pg.Client(app.connection)
  await client.connect()
  const backedUp = await listImageKeys(client)
  expect(backedUp.filter(key => key.includes(`/${ticketId}/`)).sort()).toEqual(keys)
  await client.end()
  const owner = { kind: 'owner', id: app.ids.dana, name: '', companyId: app.ids.dana } as const
  const execution = { actor: owner, actorKey: null, now: app.now, timeZone: 'UTC' }
  const services = { database: app.database, publish: () => {} }
  const exported = await runInTransaction(services, execution, 'query', listImages)
  expect(exported.map(({ key }) => key)).toEqual(expect.arrayContaining([keys[0]]))
  const [photo] = (await waiting()).map(row => row.photo)
  expect(await listFilesToDelete(app.database, app.ids.dana)).toContainEqual({
    ...{ companyId: app.ids.dana, ticketId, bookingId: null, imageId: photo?.photoId },
  })
  const { handOvers } = (await (await app.fetch('/api/company/export', { as: 'dana' })).json()) as {
    handOvers: object[]
  }
  expect(handOvers).toMatchObject([{ handOverId, photoId: photo?.photoId, photoMoment: 'before' }])
})

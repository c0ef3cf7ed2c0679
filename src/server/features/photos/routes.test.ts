import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { addedPhotos } from '#contract/photos.ts'
import { activitySentence } from '#domain/tickets/activity.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { createTestApp, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let files: ReturnType<typeof createFakeFileStore>
let folder: string
let imageFile: Buffer<ArrayBuffer>

beforeAll(async () => {
  files = createFakeFileStore()
  folder = join(inject('postgres').folder, `pictures-${randomUUID()}`)
  app = await createTestApp({ files, imagesFolder: folder })
  const red = { r: 200, g: 30, b: 30 }
  imageFile = Buffer.from(
    await sharp({ create: { width: 900, height: 600, channels: 3, background: red } })
      .jpeg()
      .toBuffer(),
  )
})
afterAll(() => app.close())
beforeEach(() => files.files.clear())

function formOf(field: string, images: readonly Buffer<ArrayBuffer>[], fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const bytes of images) form.append(field, new Blob([bytes]), 'a lie.txt')
  return form
}

type Sending = {
  key?: string
  fields?: Record<string, string>
  images?: readonly Buffer<ArrayBuffer>[]
  job?: number
}

const send = (
  as: PersonName,
  ticketId: number,
  { key, fields, images = [imageFile], job = 1 }: Sending = {},
) =>
  app.fetch(`/api/tickets/${ticketId}/jobs/${job}/photos`, {
    as,
    method: 'POST',
    body: formOf('photos', images, fields),
    ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
  })

async function added(response: Response) {
  expect(response.status).toBe(201)
  const { photos } = (await response.json()) as {
    photos: { photoId: string; small: string; large: string }[]
  }
  return photos
}

const refusal = async (response: Response) => {
  const { code, message } = (await response.json()) as { code: string; message: string }
  return [response.status, code, message]
}

const photosOf = async (ticketId: number) =>
  (await app.as('dana').tickets.get({ ticketId })).jobs.flatMap(job => job.photos)

/** Nothing is in progress, and the journal is empty. */
const nothingLeft = async () =>
  expect([...(await readdir(join(folder, 'arriving'))), ...(await readdir(join(folder, 'journal')))]).toEqual(
    [],
  )

describe('photos of a job line', () => {
  test('are on the ticket in both sizes, with author, time and stage', async () => {
    const ticketId = await app.createTicket('rosa')
    const [one, two] = await added(
      await send('rosa', ticketId, { images: [imageFile, imageFile], fields: { moment: 'before' } }),
    )
    expect(await photosOf(ticketId)).toEqual(
      [one, two].map(sent => ({
        photoId: sent?.photoId,
        small: `/api/images/tickets/${ticketId}/photos/${sent?.photoId}?size=small`,
        large: `/api/images/tickets/${ticketId}/photos/${sent?.photoId}?size=large`,
        moment: 'before',
        addedAt: app.now,
        width: 900,
        height: 600,
      })),
    )
    const rows = await app.database.selectFrom('photo').selectAll().where('ticketId', '=', ticketId).execute()
    expect(rows.map(row => [row.position, row.addedByName])).toEqual([
      [1, 'Rosa Díaz'],
      [2, 'Rosa Díaz'],
    ])
    expect([...files.files.keys()].sort()).toEqual(
      [one, two]
        .flatMap(sent =>
          ['large', 'small'].map(
            size => `companies/${app.ids.dana}/tickets/${ticketId}/${sent?.photoId}-${size}.webp`,
          ),
        )
        .sort(),
    )
    await nothingLeft()
  })

  test('are served only to those who may see the ticket, as WebP that other sites and proxies cannot cache', async () => {
    const ticketId = await app.createTicket('rosa')
    const [photo] = await added(await send('walt', ticketId))
    const look = (as: PersonName, headers = {}) => app.fetch(photo?.large ?? '', { as, headers })
    for (const person of ['dana', 'walt', 'rosa'] as const) {
      const shown = await look(person)
      expect(shown.status).toBe(200)
      expect(shown.headers.get('content-type')).toBe('image/webp')
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
      expect(shown.headers.get('cache-control')).toBe('private, no-cache')
      expect((await sharp(await shown.arrayBuffer()).metadata()).width).toBe(900)
    }
    expect((await refusal(await look('ray'))).slice(0, 2)).toEqual([404, 'NOT_FOUND'])
    expect((await refusal(await look('sam'))).slice(0, 2)).toEqual([404, 'NOT_FOUND'])
    expect((await refusal(await look('visitor'))).slice(0, 2)).toEqual([401, 'UNAUTHORIZED'])
    const tag = (await look('dana')).headers.get('etag') ?? ''
    expect((await look('dana', { 'If-None-Match': tag })).status).toBe(304)
    expect((await look('ray', { 'If-None-Match': tag })).status).toBe(404)
  })

  test('prevent deleting their job line', async () => {
    const ticketId = await app.createTicket('rosa')
    await added(await send('rosa', ticketId))
    await expect(app.as('dana').tickets.removeJob({ ticketId, jobNumber: 1 })).rejects.toThrow(
      'Can’t delete: this job has time, photos or parts.',
    )
  })

  test('are served small for lists', async () => {
    const ticketId = await app.createTicket()
    const [photo] = await added(await send('dana', ticketId))
    const shown = await app.fetch(photo?.small ?? '', { as: 'dana' })
    expect((await sharp(await shown.arrayBuffer()).metadata()).width).toBe(480)
  })

  test('are not found under another ticket of the same company', async () => {
    const [one, other] = [await app.createTicket('rosa'), await app.createTicket('sam')]
    const [photo] = await added(await send('sam', other))
    const path = `/api/images/tickets/${one}/photos/${photo?.photoId}`
    expect((await app.fetch(path, { as: 'rosa' })).status).toBe(404)
    const removing = await app.fetch(`/api/tickets/${one}/jobs/1/photos/${photo?.photoId}`, {
      as: 'rosa',
      method: 'DELETE',
    })
    expect(removing.status).toBe(409)
    expect(files.files.size).toBe(2)
  })

  test('are deleted, row and files, when removed', async () => {
    const ticketId = await app.createTicket('rosa')
    const [photo] = await added(await send('rosa', ticketId))
    const path = `/api/tickets/${ticketId}/jobs/1/photos/${photo?.photoId}`
    expect(await (await app.fetch(path, { as: 'rosa', method: 'DELETE' })).json()).toEqual({ done: true })
    expect(await photosOf(ticketId)).toEqual([])
    expect(files.files.size).toBe(0)
    expect((await app.fetch(photo?.large ?? '', { as: 'rosa' })).status).toBe(404)
    expect(await refusal(await app.fetch(path, { as: 'dana', method: 'DELETE' }))).toEqual([
      ...[409, 'REFUSED', 'This photo was already removed.'],
    ])
    await nothingLeft()
  })

  test('sent twice with one key are stored once, with the same response', async () => {
    const ticketId = await app.createTicket('rosa')
    const key = randomUUID()
    const first = await added(await send('rosa', ticketId, { key }))
    expect(await added(await send('rosa', ticketId, { key }))).toEqual(first)
    expect(await photosOf(ticketId)).toHaveLength(1)
    expect(files.files.size).toBe(2)
    const error = await send('rosa', ticketId, { key, fields: { moment: 'after' } })
    expect(await refusal(error)).toEqual([
      409,
      'REFUSED',
      'Idempotency-Key was used with a different request.',
    ])
    expect(files.files.size).toBe(2)
    await nothingLeft()
  })

  test('sent twice with one key at the same moment are stored once', async () => {
    const ticketId = await app.createTicket('rosa')
    const key = randomUUID()
    const [one, two] = await Promise.all([send('rosa', ticketId, { key }), send('rosa', ticketId, { key })])
    expect(await added(one)).toEqual(await added(two))
    expect(await photosOf(ticketId)).toHaveLength(1)
    expect(files.files.size).toBe(2)
  })

  test('with a stored response have it again after the ticket has moved on', async () => {
    const ticketId = await app.createTicket('rosa')
    const key = randomUUID()
    const first = await added(await send('rosa', ticketId, { key }))
    await app.as('dana').tickets.finalize({ ticketId })
    expect(await added(await send('rosa', ticketId, { key }))).toEqual(first)
  })

  test('appear for everyone who has the ticket open', async () => {
    const ticketId = await app.createTicket('rosa')
    const stop = new AbortController()
    const stream = await app.fetch('/api/live', { as: 'dana', signal: stop.signal })
    const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
    await added(await send('rosa', ticketId))
    let heard = ''
    while (!heard.includes('"kind":"ticket"')) heard += (await reader.read()).value
    expect(heard).toContain(`"id":"${ticketId}"`)
    stop.abort()
    const { entries } = await app.as('rosa').tickets.activity({ ticketId })
    expect(entries[0] && activitySentence(entries[0])).toBe(
      'Rosa added a photo to 1. Roof leak above the bunk',
    )
  })
})

describe('photos are refused', () => {
  test('without permission, before a byte is read', async () => {
    const ticketId = await app.createTicket('rosa')
    expect((await refusal(await send('visitor', ticketId))).slice(0, 2)).toEqual([401, 'UNAUTHORIZED'])
    expect((await refusal(await send('ray', ticketId))).slice(0, 2)).toEqual([404, 'NOT_FOUND'])
    expect((await refusal(await send('wyatt', ticketId))).slice(0, 2)).toEqual([404, 'NOT_FOUND'])
    expect((await refusal(await send('sam', ticketId))).slice(0, 2)).toEqual([404, 'NOT_FOUND'])
    expect((await refusal(await send('dana', 7))).slice(0, 2)).toEqual([400, 'INVALID'])
    expect(await refusal(await send('rosa', ticketId, { job: 9 }))).toEqual([
      409,
      'REFUSED',
      'That job line is no longer on the ticket.',
    ])
    expect(files.files.size).toBe(0)
  })

  test('from technicians during approval, and from everyone once the ticket is finalized', async () => {
    const ticketId = await app.createTicket('rosa')
    await app.as('dana').tickets.askApproval({ ticketId })
    const [status, code, message] = await refusal(await send('rosa', ticketId))
    expect([status, code]).toEqual([409, 'REFUSED'])
    expect(message).toBe('Already sent for approval by Dana Reyes at 2:00 PM.')
    await added(await send('walt', ticketId))
    await app.as('dana').tickets.approve({ ticketId })
    await app.as('dana').tickets.finalize({ ticketId })
    expect((await refusal(await send('walt', ticketId))).slice(0, 2)).toEqual([409, 'REFUSED'])
  })

  test('if one of them is not an image, and none is stored', async () => {
    const ticketId = await app.createTicket('rosa')
    const response = await send('rosa', ticketId, { images: [imageFile, Buffer.from('a shopping list')] })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'INVALID',
      fields: { 'photos.1': 'That file isn’t an image.' },
    })
    expect(await photosOf(ticketId)).toEqual([])
    expect(files.files.size).toBe(0)
    await nothingLeft()
  })

  test('if there are none, too many, or no form', async () => {
    const ticketId = await app.createTicket('rosa')
    const messageOf = async (response: Response) => (await refusal(response))[2]
    expect(await messageOf(await send('rosa', ticketId, { images: [] }))).toBe('Choose an image first.')
    const many = Array.from({ length: 13 }, () => imageFile)
    expect(await messageOf(await send('rosa', ticketId, { images: many }))).toBe(
      'Upload at most 12 images at a time.',
    )
    const path = `/api/tickets/${ticketId}/jobs/1/photos`
    const json = await app.fetch(path, { as: 'rosa', method: 'POST', json: { photo: 'none' } })
    expect(await messageOf(json)).toBe('Send the images as complete multipart/form-data.')
    const empty = await app.fetch(path, { as: 'rosa', method: 'POST' })
    expect(await messageOf(empty)).toBe('Send the images as complete multipart/form-data.')
    const moment = await send('rosa', ticketId, { fields: { moment: 'never' } })
    expect(await messageOf(moment)).toBe('Use `before` or `after`, or leave it empty.')
    expect(await messageOf(await send('rosa', ticketId, { key: 'mine' }))).toBe('Enter a UUID.')
    await nothingLeft()
  })

  test('with all errors of the form at once', async () => {
    const ticketId = await app.createTicket('rosa')
    const fields = { moment: 'never', nick: '1', color: 'red' }
    const response = await send('rosa', ticketId, { images: [], fields })
    expect(await response.json()).toMatchObject({
      code: 'INVALID',
      fields: {
        photos: 'Choose an image first.',
        moment: 'Use `before` or `after`, or leave it empty.',
        nick: 'There is no field “nick”.',
        color: 'There is no field “color”.',
      },
    })
  })

  test('from another site', async () => {
    const ticketId = await app.createTicket('rosa')
    const response = await app.fetch(`/api/tickets/${ticketId}/jobs/1/photos`, {
      as: 'rosa',
      method: 'POST',
      headers: { Origin: 'https://elsewhere.example' },
      body: formOf('photos', [imageFile]),
    })
    expect(response.status).toBe(403)
  })

  test('with 413 during the upload, when larger than 20 MB', async () => {
    const ticketId = await app.createTicket('rosa')
    const { status, text } = await sendSlowly(ticketId, 22 * 1024 * 1024, 'wait')
    expect([status, JSON.parse(text).message]).toEqual([413, 'This image is larger than 20 MB.'])
    await nothingLeft()
  })

  test('when the client disconnects, leaving nothing', async () => {
    const ticketId = await app.createTicket('rosa')
    await sendSlowly(ticketId, 4 * 1024 * 1024, 'hang up').catch(() => {})
    await expect.poll(async () => (await readdir(join(folder, 'arriving'))).length).toBe(0)
    expect(await photosOf(ticketId)).toEqual([])
    expect(files.files.size).toBe(0)
    expect(app.loggedErrors).toEqual([])
  })

  test('when the form ends inside an image', async () => {
    const ticketId = await app.createTicket('rosa')
    const cut = `--b\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n${'x'.repeat(999)}`
    const response = await app.fetch(`/api/tickets/${ticketId}/jobs/1/photos`, {
      as: 'rosa',
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      body: cut,
    })
    expect((await refusal(response)).slice(0, 2)).toEqual([400, 'INVALID'])
    await nothingLeft()
  })

  test('when they cannot be stored, without a row, and the next try works', async () => {
    const ticketId = await app.createTicket('rosa')
    const { write } = files
    Object.assign(files, { write: () => Promise.reject(new Error('the disk is full')) })
    expect((await send('rosa', ticketId)).status).toBe(500)
    Object.assign(files, { write })
    expect(app.loggedErrors.splice(0)).toHaveLength(1)
    expect(await photosOf(ticketId)).toEqual([])
    await nothingLeft()
    await added(await send('rosa', ticketId))
  })
})

/** Sends `size` bytes as they are consumed, without an end; then waits for the response, or disconnects. */
async function sendSlowly(ticketId: number, size: number, andThen: 'wait' | 'hang up') {
  const cookie = await app.signIn('rosa@bluebonnet.example')
  const chunk = Buffer.alloc(64 * 1024, 7)
  let sent = 0
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sending = request(`${app.url}/api/tickets/${ticketId}/jobs/1/photos`, {
      method: 'POST',
      headers: { cookie, 'Content-Type': 'multipart/form-data; boundary=b' },
    })
    let isAnswered = false
    // A refused upload's connection closes, perhaps during a write.
    sending.on('error', error => isAnswered || reject(error))
    sending.on('response', async answer => {
      isAnswered = true
      let text = ''
      for await (const part of answer) text += part
      sending.destroy()
      resolve({ status: answer.statusCode ?? 0, text })
    })
    sending.write('--b\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n')
    const next = () => {
      if (isAnswered) return
      if (sent < size) {
        sent += chunk.length
        sending.write(chunk, () => setImmediate(next))
      } else if (andThen === 'hang up') sending.destroy()
    }
    next()
  })
}

describe('images of customer and rig', () => {
  const put = (as: PersonName, ticketId: number, image: string, bytes = imageFile) =>
    app.fetch(`/api/tickets/${ticketId}/${image}`, { as, method: 'PUT', body: formOf('image', [bytes]) })

  test.each([
    ['customer-image', (ticket: Awaited<ReturnType<typeof read>>) => ticket.customerDetails.profileImageUrl],
    ['rig-image', (ticket: Awaited<ReturnType<typeof read>>) => ticket.customerRV.rvImage],
  ] as const)('%s is uploaded by the desk, replaced and removed', async (image, urlOf) => {
    const ticketId = await app.createTicket('rosa')
    expect((await put('rosa', ticketId, image)).status).toBe(403)
    expect((await put('ray', ticketId, image)).status).toBe(404)
    const { imageURL } = (await (await put('walt', ticketId, image)).json()) as { imageURL: string }
    expect(urlOf(await read(ticketId))).toBe(imageURL)
    expect((await app.fetch(imageURL, { as: 'rosa' })).headers.get('content-type')).toBe('image/webp')
    expect((await app.fetch(imageURL, { as: 'ray' })).status).toBe(404)

    expect((await put('walt', ticketId, image)).status).toBe(200)
    expect(urlOf(await read(ticketId))).not.toBe(imageURL)
    expect(files.files.size).toBe(2)

    const away = await app.fetch(`/api/tickets/${ticketId}/${image}`, { as: 'walt', method: 'DELETE' })
    expect(await away.json()).toEqual({ imageURL: null })
    expect(urlOf(await read(ticketId))).toBe(null)
    expect(files.files.size).toBe(0)
    const { entries } = await app.as('rosa').tickets.activity({ ticketId })
    const whose = image === 'customer-image' ? 'customer’s' : 'RV’s'
    expect(entries.slice(0, 3).map(activitySentence)).toEqual([
      `Walt removed the ${whose} photo`,
      `Walt changed the ${whose} photo`,
      `Walt changed the ${whose} photo`,
    ])
    await nothingLeft()
  })

  const read = (ticketId: number) => app.as('dana').tickets.get({ ticketId })
})

test('responses of uploads match the contract', async () => {
  const ticketId = await app.createTicket('rosa')
  const { photos } = (await (await send('rosa', ticketId)).json()) as { photos: { addedAt: string }[] }
  const read = photos.map(photo => ({ ...photo, addedAt: new Date(photo.addedAt) }))
  expect(addedPhotos.parse({ photos: read })).toEqual({ photos: read })
})

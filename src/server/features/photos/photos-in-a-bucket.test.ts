import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createS3Store } from '#server/files/file-store.ts'
import { BUCKET, BUCKET_KEYS, type S3Server, startS3Server } from '../../../../test/support/s3-server.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

// Two servers on one database, each with its own disk: the bucket is what they share.

let bucket: S3Server
let one: TestApp
let other: TestApp
beforeAll(async () => {
  for (const [name, value] of Object.entries(BUCKET_KEYS)) vi.stubEnv(name, value)
  bucket = await startS3Server()
  const files = () => createS3Store({ bucket: BUCKET, region: 'us-east-1', endpoint: bucket.endpoint })
  one = await createTestApp({ files: await files() })
  other = await createTestApp({ files: await files(), connection: one.connection })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await other.close()
  await one.close()
  await bucket.close()
})

async function form(): Promise<FormData> {
  const orange = { r: 220, g: 120, b: 30 }
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: orange } })
    .jpeg()
    .toBuffer()
  const all = new FormData()
  all.append('photos', new Blob([new Uint8Array(bytes)]), 'awning.jpg')
  return all
}

const send = async (app: TestApp, ticketId: number) =>
  app.fetch(`/api/tickets/${ticketId}/jobs/1/photos`, { as: 'dana', method: 'POST', body: await form() })

test('a photo uploaded to one server is served by the other, until it is removed', async () => {
  const ticketId = await one.createTicket()
  const sent = await send(one, ticketId)
  expect(sent.status).toBe(201)
  const { photos } = (await sent.json()) as { photos: { photoId: string; small: string; large: string }[] }
  const [photo] = photos
  for (const [path, width] of [
    [photo?.small, 480],
    [photo?.large, 900],
  ] as const) {
    const seen = await other.fetch(String(path), { as: 'dana' })
    expect(await sharp(await seen.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width })
    expect((await other.fetch(String(path))).status).toBe(401)
  }
  const gone = await other.fetch(`/api/tickets/${ticketId}/jobs/1/photos/${photo?.photoId}`, {
    as: 'dana',
    method: 'DELETE',
  })
  expect(gone.ok).toBe(true)
  expect((await one.fetch(String(photo?.small), { as: 'dana' })).status).toBe(404)
})

test('an unavailable bucket leaves no part of a photo', async () => {
  const ticketId = await one.createTicket()
  await bucket.close()
  const answer = await send(one, ticketId)
  expect(answer.status).toBeGreaterThanOrEqual(500)
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/\w/) })
  expect((await one.as('dana').tickets.get({ ticketId })).jobs.flatMap(({ photos }) => photos)).toEqual([])
  one.loggedErrors.length = 0
  bucket = await startS3Server()
})

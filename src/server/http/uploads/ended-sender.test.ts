import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

// Access can end during an upload; it is checked again before anything is saved. The sender's first request of the day
// is the hardest: their session is found in another way.

let app: TestApp
let ticketId: number
let sender: { readonly id: string; readonly email: string; readonly cookie: string }
const files = createFakeFileStore()

beforeAll(async () => {
  app = await createTestApp({ files })
})
afterAll(() => app.close())

const details = { firstName: 'Jo', lastName: 'Moss', phone: '(574) 555-0188', licenseNumber: 'IN-1' }
const roles = { isServiceWriter: true, isTechnician: true }

beforeEach(async () => {
  const email = `${randomUUID()}@bluebonnet.example`
  const { id } = await app.as('dana').employees.register({ ...details, email, password: PASSWORD, roles })
  sender = { id, email, cookie: await app.signIn(email) }
  await sql`update auth_session set updated_at = now() - interval '9 hours' where user_id = ${id}`.execute(
    app.database,
  )
  ticketId = await app.createTicket()
})

const ENDS: Readonly<Record<string, () => Promise<unknown>>> = {
  'was deactivated': () => app.as('dana').employees.deactivate({ id: sender.id }),
  'was deleted': () => app.as('dana').employees.delete({ id: sender.id }),
  'lost their roles': () =>
    app
      .as('dana')
      .employees.change({ id: sender.id, roles: { isServiceWriter: false, isTechnician: false } }),
  'signed out': () =>
    app.fetch('/api/auth/sign-out', {
      method: 'POST',
      headers: { cookie: sender.cookie, origin: app.url },
      json: {},
    }),
  'changed the password elsewhere': async () =>
    app.fetch('/api/auth/change-password', {
      method: 'POST',
      headers: { cookie: await app.signIn(sender.email), origin: app.url },
      json: { currentPassword: PASSWORD, newPassword: 'gravel-and-pine-7' },
    }),
  // Last: the company's sessions end as well.
  'had their company suspended': () =>
    app.as('maya').platformAdmin.suspend({ companyUUID: app.ids.dana, reason: 'Gone' }),
}

/** Sends the first half of an upload, then runs `end`, then sends the rest. */
async function uploadBeside(end: () => Promise<unknown>): Promise<Response> {
  const form = new FormData()
  const photo = sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } }).jpeg()
  form.set('photos', new Blob([new Uint8Array(await photo.toBuffer())]), 'photo.jpg')
  const whole = new Request(app.url, { method: 'POST', body: form })
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const half = bytes.length >> 1
  async function* slowly() {
    yield bytes.subarray(0, half)
    await sleep(100)
    await end()
    yield bytes.subarray(half)
  }
  return app.fetch(`/api/tickets/${ticketId}/jobs/1/photos`, {
    method: 'POST',
    headers: { cookie: sender.cookie, 'Content-Type': whole.headers.get('content-type') ?? '' },
    body: Readable.toWeb(Readable.from(slowly())),
    duplex: 'half',
  } as unknown as Parameters<TestApp['fetch']>[1])
}

test('a sender who stays uploads a photo', async () => {
  expect((await uploadBeside(async () => {})).status).toBe(201)
})

test.each(Object.entries(ENDS))('a sender who %s meanwhile uploads nothing', async (_, end) => {
  const before = files.files.size
  const response = await uploadBeside(end)
  expect([401, 403]).toContain(response.status)
  const photos = await app.database
    .selectFrom('photo')
    .select('photoId')
    .where('ticketId', '=', ticketId)
    .execute()
  expect(photos).toEqual([])
  expect(files.files.size).toBe(before)
  expect(app.loggedErrors).toEqual([])
})

import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkFor, customerOfLink } from '../../../../test/support/customer-fixtures.ts'
import { createRigOwner } from '../../../../test/support/rig-owner-fixtures.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
const files = createFakeFileStore()
beforeAll(async () => {
  app = await createTestApp({ files })
})
afterAll(() => app.close())

const LARGEST = { width: 1600, height: 1200 }

async function addPhotos(ticketId: number, moment: string, count: number) {
  const form = new FormData()
  form.append('moment', moment)
  for (let index = 0; index < count; index += 1) {
    const background = { r: 40 * index, g: 30, b: moment.length }
    const image = await sharp({ create: { ...LARGEST, channels: 3, background } })
      .png()
      .toBuffer()
    form.append('photos', new Blob([new Uint8Array(image)]), 'x.png')
  }
  const path = `/api/tickets/${ticketId}/jobs/1/photos`
  expect((await app.fetch(path, { as: 'rosa', method: 'POST', body: form })).status).toBe(201)
}

/** Rosa's ticket of June's with three photos, and its link in June's browser. */
async function createPhotographed() {
  const ticketId = await app.createTicket('rosa')
  await addPhotos(ticketId, 'before', 2)
  await addPhotos(ticketId, 'after', 1)
  const token = await createLinkFor(app, ticketId)
  return { ticketId, token, ...(await customerOfLink(app, token)) }
}

const NAMES = ['line-1-after-1.jpg', 'line-1-before-1.jpg', 'line-1-before-2.jpg']

const byLink = (token: string, cookie = '') =>
  app.fetch(`/api/follow/${token}/photos.zip`, { headers: { cookie } })

async function unzipped(response: Response) {
  expect(response.status).toBe(200)
  return unzipSync(new Uint8Array(await response.arrayBuffer()))
}

describe('all photos of a ticket by its link', () => {
  test('are one ZIP file of JPEGs in their large size, named by line and stage', async () => {
    const { ticketId, token, cookie } = await createPhotographed()
    const response = await byLink(token, cookie)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="Photos ${ticketId}.zip"`,
      'cache-control': 'private, no-store',
    })
    const photos = await unzipped(response)
    expect(Object.keys(photos).sort()).toEqual(NAMES)
    for (const bytes of Object.values(photos))
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', ...LARGEST })
  })

  test('are refused before its question is answered, and with the answer to another link', async () => {
    const { token } = await createPhotographed()
    const { cookie } = await createPhotographed()
    expect((await byLink(token)).status).toBe(409)
    expect((await byLink(token, cookie)).status).toBe(409)
    expect((await byLink('nonsense', cookie)).status).toBe(404)
  })

  test('are refused once it was turned off', async () => {
    const { ticketId, token, cookie } = await createPhotographed()
    await app.as('dana').customerLinks.revoke({ ticketId })
    expect((await byLink(token, cookie)).status).toBe(409)
  })

  test('are those of its ticket alone, without one whose file is gone', async () => {
    const other = await createPhotographed()
    files.files.clear()
    expect(Object.keys(await unzipped(await byLink(other.token, other.cookie)))).toEqual([])
    const { ticketId, token, cookie } = await createPhotographed()
    const [key = ''] = [...files.files.keys()].filter(each => each.endsWith('-large.webp'))
    expect(key).toContain(`/${ticketId}/`)
    files.files.delete(key)
    expect(Object.keys(await unzipped(await byLink(token, cookie)))).toHaveLength(2)
  })

  test('are not found where there are none', async () => {
    const ticketId = await app.createTicket('rosa')
    const token = await createLinkFor(app, ticketId)
    const { cookie } = await customerOfLink(app, token)
    expect((await byLink(token, cookie)).status).toBe(404)
  })

  test('are limited to thirty an hour', async () => {
    const strict = await createTestApp({ files, rateLimits: true, connection: app.connection })
    const { token, cookie } = await createPhotographed()
    const ask = async () => {
      const response = await strict.fetch(`/api/follow/${token}/photos.zip`, { headers: { cookie } })
      await response.arrayBuffer()
      return response.status
    }
    expect(await ask()).toBe(200)
    // As if it were the thirtieth.
    await sql`update rate_limit_counter set count = 29`.execute(app.database)
    expect([await ask(), await ask()]).toEqual([200, 429])
    await strict.close()
  })
})

test('all photos of a visit are one ZIP file for the rig’s owner, and nobody else', async () => {
  const { ticketId } = await createPhotographed()
  const desk = app.as('dana')
  await desk.tickets.finalize({ ticketId })
  await desk.tickets.complete({ ticketId })
  const { vin } = june.customerRV
  const { claim } = await desk.customerLinks.get({ ticketId })
  await app.as('june').rigClaims.claim({ vin, code: claim?.code ?? '' })
  const path = `/api/my/rigs/${vin}/visits/${app.ids.dana}/${ticketId}/photos.zip`
  expect(Object.keys(await unzipped(await app.fetch(path, { as: 'june' }))).sort()).toEqual(NAMES)
  const { email } = await createRigOwner(app)
  const byOther = await app.fetch(path, { headers: { cookie: await app.signIn(email) } })
  expect(byOther.status).toBe(404)
  expect((await app.fetch(path, { as: 'dana' })).status).toBe(403)
  const elsewhere = path.replace(app.ids.dana, app.ids.ray)
  expect((await app.fetch(elsewhere, { as: 'june' })).status).toBe(404)
})

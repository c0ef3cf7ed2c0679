import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { createTestApp, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
const files = createFakeFileStore()
let logo: Buffer<ArrayBuffer>
beforeAll(async () => {
  app = await createTestApp({ files })
  const sunset = { r: 240, g: 129, b: 47 }
  logo = Buffer.from(
    await sharp({ create: { width: 900, height: 900, channels: 3, background: sunset } })
      .png()
      .toBuffer(),
  )
})
afterAll(() => app.close())

async function put(as: PersonName, key: string = randomUUID()) {
  const form = new FormData()
  form.append('image', new Blob([logo]), 'logo.png')
  return app.fetch('/api/company/image', {
    as,
    method: 'PUT',
    body: form,
    headers: { 'Idempotency-Key': key },
  })
}
const putLogo = async (key?: string) =>
  ((await (await put('dana', key)).json()) as { imageURL: string }).imageURL
const shownToAll = async () =>
  (await app.as('visitor').companies.list({})).companies.find(company => company.companyUUID === app.ids.dana)
    ?.imageURL

test('only the owner changes the company image', async () => {
  for (const [person, status] of [
    ['visitor', 401],
    ['walt', 403],
    ['rosa', 403],
  ] as const)
    expect((await put(person)).status).toBe(status)
  expect(files.files.size).toBe(0)
})

test('a company image is on the public card at once, is stored where the specification says, and may be cached forever', async () => {
  const imageURL = await putLogo()
  expect(imageURL).toMatch(new RegExp(`^/api/images/company_images/${app.ids.dana}\\?v=[0-9a-f-]{36}$`))
  expect(await shownToAll()).toBe(imageURL)
  expect((await app.as('dana').companies.mine()).imageURL).toBe(imageURL)
  expect([...files.files.keys()].every(key => key.startsWith(`company_images/${app.ids.dana}/`))).toBe(true)
  const shown = await app.fetch(imageURL)
  expect(shown.status).toBe(200)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await sharp(await shown.arrayBuffer()).metadata()).width).toBe(480)
  const large = await app.fetch(`${imageURL}&size=large`)
  expect((await sharp(await large.arrayBuffer()).metadata()).width).toBe(900)
})

test('a new image has a new URL; the old URL shows the new image, and the old file is deleted', async () => {
  const before = await putLogo()
  const after = await putLogo()
  expect(after).not.toBe(before)
  expect(files.files.size).toBe(2)
  const shown = await app.fetch(before)
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
})

test('the same upload under the same key is one image', async () => {
  const key = randomUUID()
  expect(await putLogo(key)).toBe(await putLogo(key))
  expect(files.files.size).toBe(2)
})

test('the company and the directory are notified of a new image', async () => {
  const { version } = await app.database
    .selectFrom('directoryVersion')
    .select('version')
    .executeTakeFirstOrThrow()
  await putLogo()
  const later = await app.database.selectFrom('directoryVersion').select('version').executeTakeFirstOrThrow()
  expect(later.version).toBe(version + 1)
  const change = await app.database
    .selectFrom('changeLog')
    .select(['kind', 'verb', 'actorName'])
    .where('companyId', '=', app.ids.dana)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  expect(change).toEqual({ kind: 'company', verb: 'company.change-image', actorName: 'Dana Reyes' })
})

test('a removed image is gone everywhere', async () => {
  const imageURL = await putLogo()
  const away = await app.fetch('/api/company/image', { as: 'dana', method: 'DELETE' })
  expect(await away.json()).toEqual({ imageURL: null })
  expect(await shownToAll()).toBe(null)
  expect((await app.fetch(imageURL)).status).toBe(404)
  expect(files.files.size).toBe(0)
  expect((await app.fetch(`/api/images/company_images/${randomUUID()}`)).status).toBe(404)
})

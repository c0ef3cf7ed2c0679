import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { PROJECT } from '../../../../test/support/repo-files.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

const ADDRESS = '/files/rigwright.apk'
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

let app: TestApp
let folder: string
let products: Buffer
beforeAll(async () => {
  folder = join(inject('postgres').folder, `downloads-${randomUUID()}`)
  app = await createTestApp({ downloadsFolder: folder })
  products = await readFile(join(PROJECT, 'reference/android/rigwright.apk'))
})
afterAll(() => app.close())

const ask = () => app.as('visitor').downloads.androidApp()
const productsApp = () => ({
  file: { url: ADDRESS, bytes: products.length, sha256: sha256(products), isCustom: false },
})

describe('the Android customer app', () => {
  test('is the bundled one, complete, with its size and SHA-256', async () => {
    expect(await ask()).toEqual(productsApp())
    const answer = await app.fetch(ADDRESS)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/vnd.android.package-archive')
    expect(Buffer.from(await answer.arrayBuffer()).equals(products)).toBe(true)
  })

  test("is the operator's as soon as the file exists, without a restart", async () => {
    await mkdir(folder)
    await writeFile(join(folder, 'rigwright.apk'), 'a package for Android')
    expect(await ask()).toEqual({
      file: { url: ADDRESS, bytes: 21, sha256: sha256('a package for Android'), isCustom: true },
    })
    const answer = await app.fetch(ADDRESS)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/vnd.android.package-archive')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="rigwright.apk"')
    expect(answer.headers.get('content-length')).toBe('21')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(await answer.text()).toBe('a package for Android')
  })

  test('resumes an interrupted download', async () => {
    const answer = await app.fetch(ADDRESS, { headers: { range: 'bytes=10-' } })
    expect([answer.status, await answer.text()]).toEqual([206, 'for Android'])
  })

  test("is the bundled one again after the operator's is deleted, and a folder with its name is ignored", async () => {
    await rm(join(folder, 'rigwright.apk'))
    await mkdir(join(folder, 'rigwright.apk'))
    expect(await ask()).toEqual(productsApp())
    const answer = await app.fetch(ADDRESS)
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(products.length)])
  })

  test('is the only file served from its folder', async () => {
    await writeFile(join(folder, 'notes.txt'), 'for the operator alone')
    for (const path of ['/files/notes.txt', '/files/../notes.txt', '/files/rigwright.apk/../notes.txt'])
      expect((await app.fetch(path)).status).toBe(404)
  })
})

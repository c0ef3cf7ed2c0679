import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

const ADDRESS = '/files/rigwright.apk'

let world: World
let folder: string
beforeAll(async () => {
  folder = join(inject('postgres').folder, `downloads-${randomUUID()}`)
  world = await openWorld({ downloadsFolder: folder })
})
afterAll(() => world.close())

const ask = () => world.as('visitor').downloads.androidApp()

describe('the Android customer app', () => {
  test('is nowhere until the operator puts its file there', async () => {
    expect(await ask()).toEqual({ file: null })
    expect((await world.fetch(ADDRESS)).status).toBe(404)
  })

  test('is a download with its size once it is there, while the server runs', async () => {
    await mkdir(folder)
    await writeFile(join(folder, 'rigwright.apk'), 'a package for Android')
    expect(await ask()).toEqual({ file: { url: ADDRESS, bytes: 21 } })
    const answer = await world.fetch(ADDRESS)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/vnd.android.package-archive')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="rigwright.apk"')
    expect(answer.headers.get('content-length')).toBe('21')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(await answer.text()).toBe('a package for Android')
  })

  test('goes on from where a broken download stopped', async () => {
    const answer = await world.fetch(ADDRESS, { headers: { range: 'bytes=10-' } })
    expect([answer.status, await answer.text()]).toEqual([206, 'for Android'])
  })

  test('is gone with its file, and a folder of its name is no app', async () => {
    await rm(join(folder, 'rigwright.apk'))
    await mkdir(join(folder, 'rigwright.apk'))
    expect(await ask()).toEqual({ file: null })
    expect((await world.fetch(ADDRESS)).status).toBe(404)
  })

  test('is the only file of that folder that leaves it', async () => {
    await writeFile(join(folder, 'notes.txt'), 'for the operator alone')
    for (const path of ['/files/notes.txt', '/files/../notes.txt', '/files/rigwright.apk/../notes.txt'])
      expect((await world.fetch(path)).status).toBe(404)
  })
})

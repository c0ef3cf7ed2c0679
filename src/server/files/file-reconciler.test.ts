import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openWorld, type World } from '../../../test/support/test-app.ts'
import { keysOf, type PicturePlace } from './file-keys.ts'
import { openKeeper } from './file-reconciler.ts'
import { pretendStore } from './file-store.ts'

// What is left of pictures when the server is gone at the worst of moments.

let world: World
let ticketId: number
beforeAll(async () => {
  world = await openWorld()
  ticketId = await world.ticket('rosa')
})
afterAll(() => world.close())

const picture = { small: Uint8Array.of(1), large: Uint8Array.of(2), width: 1600, height: 1200 }

async function open() {
  const files = pretendStore()
  const folder = await mkdtemp(join(inject('postgres').folder, 'undecided-'))
  const faults: unknown[] = []
  const workplace = { database: world.database, wake: () => {} }
  const options = { files, folder, workplace, log: (_: string, fault: unknown) => faults.push(fault) }
  return { files, folder, faults, keeper: await openKeeper(options), reopened: () => openKeeper(options) }
}

const newPlace = (id: number | null = ticketId): PicturePlace => ({
  companyId: world.ids.dana,
  ticketId: id,
  pictureId: randomUUID(),
})

async function addRow({ companyId, pictureId }: PicturePlace): Promise<void> {
  const size = { width: 1600, height: 1200 }
  const who = { addedAt: world.now, addedBy: companyId, addedByName: 'Dana Reyes' }
  await world.database
    .insertInto('photo')
    .values({
      companyId,
      ticketId,
      jobNumber: 1,
      photoId: pictureId,
      moment: '',
      position: 1,
      ...size,
      ...who,
    })
    .execute()
}

describe('a server that ended', () => {
  test('before the row was written has its picture removed at the next start', async () => {
    const { files, folder, keeper, reopened } = await open()
    const place = newPlace()
    // What act never comes back from: the process is gone.
    void keeper.deciding([place], async () => {
      await keeper.write(place, picture)
      return new Promise(() => {})
    })
    await expect.poll(() => files.files.size).toBe(2)
    await (await reopened()).tidy()
    expect(files.files.size).toBe(0)
    expect(await readdir(folder)).toEqual([])
  })

  test('after the row was written keeps it', async () => {
    const { files, folder, keeper, reopened } = await open()
    const place = newPlace()
    void keeper.deciding([place], async () => {
      await keeper.write(place, picture)
      await addRow(place)
      return new Promise(() => {})
    })
    await expect
      .poll(() =>
        world.database.selectFrom('photo').selectAll().where('photoId', '=', place.pictureId).execute(),
      )
      .toHaveLength(1)
    await (await reopened()).tidy()
    expect([...files.files.keys()].sort()).toEqual(keysOf(place).sort())
    expect(await readdir(folder)).toEqual([])
  })

  test('while it was writing its note has left nothing else', async () => {
    const { folder, faults, reopened } = await open()
    await writeFile(join(folder, randomUUID()), '{"companyId":"4f')
    await (await reopened()).tidy()
    expect(await readdir(folder)).toEqual([])
    expect(faults).toEqual([])
  })
})

test('a picture in hand is left alone by the tidying', async () => {
  const { files, keeper } = await open()
  const place = newPlace()
  await keeper.deciding([place], async () => {
    await keeper.write(place, picture)
    await keeper.tidy()
    expect(files.files.size).toBe(2)
    await addRow(place)
  })
  expect(files.files.size).toBe(2)
})

test('a picture about which the database cannot be asked stays, noted, until it can', async () => {
  const { files, folder, faults, keeper } = await open()
  const lost = newPlace(111_111)
  await keeper.deciding([lost], () => keeper.write(lost, picture))
  expect(files.files.size).toBe(2)
  expect(await readdir(folder)).toEqual([lost.pictureId])
  expect(faults).toHaveLength(1)
})

test("a company's image is kept while the company names it", async () => {
  const { files, keeper } = await open()
  const [named, other] = [newPlace(null), newPlace(null)]
  await keeper.deciding([named, other], async () => {
    await keeper.write(named, picture)
    await keeper.write(other, picture)
    const imageUrl = `/api/pictures/company_images/${named.companyId}?v=${named.pictureId}`
    await world.database
      .updateTable('company')
      .set({ imageUrl })
      .where('companyId', '=', named.companyId)
      .execute()
  })
  expect([...files.files.keys()].sort()).toEqual(keysOf(named).sort())
})

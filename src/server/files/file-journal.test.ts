import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { listReferencedImages } from '#server/features/bookings/referenced-images.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { createFileJournal } from './file-journal.ts'
import { type FileLocation, fileKeysOf } from './file-keys.ts'
import { createFakeFileStore } from './file-store.ts'

// Which images remain after crashes at the worst moments.

let app: TestApp
let ticketId: number
beforeAll(async () => {
  app = await createTestApp()
  ticketId = await app.createTicket('rosa')
})
afterAll(() => app.close())

const image = { small: Uint8Array.of(1), large: Uint8Array.of(2), width: 1600, height: 1200 }

async function openJournal(database = app.database) {
  const files = createFakeFileStore()
  const folder = await mkdtemp(join(inject('postgres').folder, 'journal-'))
  const errors: unknown[] = []
  const unitOfWorkServices = { database, publish: () => {} }
  const options = {
    files,
    folder,
    unitOfWorkServices,
    listReferencedImages,
    log: (_: string, error: unknown) => errors.push(error),
  }
  return {
    files,
    folder,
    errors,
    fileJournal: await createFileJournal(options),
    reopened: () => createFileJournal(options),
  }
}

const newLocation = (id: number | null = ticketId): FileLocation => ({
  companyId: app.ids.dana,
  ticketId: id,
  imageId: randomUUID(),
})

async function addRow({ companyId, imageId }: FileLocation): Promise<void> {
  const size = { width: 1600, height: 1200 }
  const who = { addedAt: app.now, addedBy: companyId, addedByName: 'Dana Reyes' }
  await app.database
    .insertInto('photo')
    .values({
      companyId,
      ticketId,
      jobNumber: 1,
      photoId: imageId,
      moment: '',
      position: 1,
      ...size,
      ...who,
    })
    .execute()
}

describe('a server that crashed', () => {
  test('before the row was written has its image removed at the next start', async () => {
    const { files, folder, fileJournal, reopened } = await openJournal()
    const place = newLocation()
    // Never resolves: the process is gone.
    void fileJournal.withFileJournal([place], async () => {
      await fileJournal.write(place, image)
      return new Promise(() => {})
    })
    await expect.poll(() => files.files.size).toBe(2)
    await (await reopened()).reconcile()
    expect(files.files.size).toBe(0)
    expect(await readdir(folder)).toEqual([])
  })

  test('after the row was written keeps it', async () => {
    const { files, folder, fileJournal, reopened } = await openJournal()
    const place = newLocation()
    void fileJournal.withFileJournal([place], async () => {
      await fileJournal.write(place, image)
      await addRow(place)
      return new Promise(() => {})
    })
    await expect
      .poll(() => app.database.selectFrom('photo').selectAll().where('photoId', '=', place.imageId).execute())
      .toHaveLength(1)
    await (await reopened()).reconcile()
    expect([...files.files.keys()].sort()).toEqual(fileKeysOf(place).sort())
    expect(await readdir(folder)).toEqual([])
  })

  test('while writing its journal entry leaves nothing else', async () => {
    const { folder, errors, reopened } = await openJournal()
    await writeFile(join(folder, randomUUID()), '{"companyId":"4f')
    await (await reopened()).reconcile()
    expect(await readdir(folder)).toEqual([])
    expect(errors).toEqual([])
  })
})

test('an image being stored is left alone by the cleanup', async () => {
  const { files, fileJournal } = await openJournal()
  const place = newLocation()
  await fileJournal.withFileJournal([place], async () => {
    await fileJournal.write(place, image)
    await fileJournal.reconcile()
    expect(files.files.size).toBe(2)
    await addRow(place)
  })
  expect(files.files.size).toBe(2)
})

test('an image stays, with its journal entry, until the database can be asked', async () => {
  const unreachable = createDatabase({ ...app.connection, host: join(tmpdir(), randomUUID()) }, () => {})
  const { files, folder, errors, fileJournal } = await openJournal(unreachable.database)
  const lost = newLocation()
  await fileJournal.withFileJournal([lost], () => fileJournal.write(lost, image))
  expect(files.files.size).toBe(2)
  expect(await readdir(folder)).toEqual([lost.imageId])
  expect(errors).toHaveLength(1)
  await unreachable.close()
})

test('an image of a ticket that is deleted is deleted too', async () => {
  const { files, folder, errors, fileJournal } = await openJournal()
  const lost = newLocation(111_111)
  await fileJournal.withFileJournal([lost], () => fileJournal.write(lost, image))
  expect(files.files.size).toBe(0)
  expect(await readdir(folder)).toEqual([])
  expect(errors).toEqual([])
})

test("a company's image stays while the company refers to it", async () => {
  const { files, fileJournal } = await openJournal()
  const [named, other] = [newLocation(null), newLocation(null)]
  await fileJournal.withFileJournal([named, other], async () => {
    await fileJournal.write(named, image)
    await fileJournal.write(other, image)
    const imageUrl = `/api/images/company_images/${named.companyId}?v=${named.imageId}`
    await app.database
      .updateTable('company')
      .set({ imageUrl })
      .where('companyId', '=', named.companyId)
      .execute()
  })
  expect([...files.files.keys()].sort()).toEqual(fileKeysOf(named).sort())
})

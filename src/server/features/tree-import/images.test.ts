import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { findCompanies, streamTree } from '#server/features/export/stream-tree.ts'
import { fileKeyOf } from '#server/files/file-keys.ts'
import { createImportContext } from '../../../../test/support/import-context.ts'
import { writeImportFile } from '../../../../test/support/import-fixture.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { importTree } from './import-tree.ts'
import { treeId } from './tree-id.ts'
import { undoImport } from './undo-import.ts'

const NOW = new Date('2025-11-25T12:00:00Z')
const UID = 'imaged-uid'
const TICKET_ID = 600_001
const BUCKET = 'https://storage.example/v0/b/shop.example/o'
const TICKET_PATH = `users/companies/${UID}/ticketManager/activeServiceTickets/${TICKET_ID}`

let app: TestApp
let folder: string
let tree: string
beforeAll(async () => {
  app = await createTestApp()
  folder = await mkdtemp(join(inject('postgres').folder, 'image-files-'))
  const put = async (path: string, content: Buffer | string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const image = sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
  const photo = await image
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Nora Hale' }, IFD3: { GPSLatitudeRef: 'N' } })
    .toBuffer()
  await put(`company_images/${UID}`, await image.png().toBuffer())
  for (const name of ['lou.jpg', 'rig.jpg', 'jobs/1/front.jpg', 'jobs/1/back side.jpg'])
    await put(name, photo)
  await put('jobs/1/note.txt', 'A note.')
  await put('jobs/1/cut.jpg', photo.subarray(0, photo.length / 2))
  await put('../outside.jpg', photo)
  await symlink(join(folder, '../outside.jpg'), join(folder, 'jobs/1/link.jpg'))
  tree = await writeImportFile(inject('postgres').folder, {
    users: {
      companies: {
        [UID]: {
          companyDetails: {
            companyName: 'Imaged',
            email: 'imaged@mail.example',
            imageURL: `${BUCKET}/company_images%2F${UID}?alt=media&token=3b0b`,
          },
          ticketManager: {
            activeServiceTickets: {
              [TICKET_ID]: {
                customerDetails: { firstName: 'Lou', profileImageUrl: 'gs://shop.example/lou.jpg' },
                customerRV: { vin: 'IMAGED1', rvImage: '/rig.jpg' },
                activeTimestamp: 1763661600000,
                Jobs: {
                  1: {
                    problem: 'Roof',
                    photos: {
                      front: `${BUCKET}/jobs%2F1%2Ffront.jpg?alt=media`,
                      back: `${BUCKET}/jobs%2F1%2Fback%20side.jpg?alt=media`,
                      gone: `${BUCKET}/jobs%2F1%2Fgone.jpg?alt=media`,
                      note: `${BUCKET}/jobs%2F1%2Fnote.txt?alt=media`,
                      cut: `${BUCKET}/jobs%2F1%2Fcut.jpg?alt=media`,
                      link: `${BUCKET}/jobs%2F1%2Flink.jpg?alt=media`,
                      outside: `${BUCKET}/..%2Foutside.jpg?alt=media`,
                      folder: `${BUCKET}/jobs%2F1?alt=media`,
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  })
})
afterAll(() => app.close())

const photosOf = () =>
  app.database
    .selectFrom('photo')
    .select(['photoId', 'width', 'height', 'addedAt'])
    .where('companyId', '=', treeId(UID))
    .orderBy('position')
    .execute()

const countCompanies = () =>
  sql<{ companies: number }>`select count(*) as companies from company where company_id = ${treeId(UID)}`
    .execute(app.database)
    .then(({ rows }) => Number(rows[0]?.companies))

test.each([
  ['front', 'Images are imported with --files'],
  ['outside', 'names no file in the folder of images'],
])('without the files each image is named as left out: %s', async (key, problem) => {
  const { context, lines, files } = await createImportContext(app.database, NOW)
  await importTree(context, { tree }, true)
  expect(lines.filter(line => line.includes(`/photos/${key} `))).toEqual([expect.stringContaining(problem)])
  expect(files.size).toBe(0)
})

test('a folder that is not there is refused with a sentence', async () => {
  const { context } = await createImportContext(app.database, NOW)
  await expect(importTree(context, { tree, images: '/nowhere' }, true)).rejects.toThrow(
    '/nowhere is no folder that can be read.',
  )
})

test('a failure in the middle leaves no company and no image', async () => {
  const { context, files } = await createImportContext(app.database, NOW)
  const { write } = context.fileJournal
  const fileJournal: typeof context.fileJournal = {
    ...context.fileJournal,
    write: async (location, image) => {
      await write(location, image)
      if (location.ticketId !== null) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    },
  }
  const failing = importTree({ ...context, fileJournal }, { tree, images: folder }, false)
  await expect(failing).rejects.toThrow('no space left')
  expect([await countCompanies(), files.size]).toEqual([0, 0])
})

test('photos of what was added to a completed ticket are imported with it', async () => {
  const uid = 'added-shop'
  const [addendumId, photoId] = [randomUUID(), randomUUID()]
  const at = 1763661600000
  const addendum = {
    ...{ ticketId: Number(TICKET_ID), addedAt: at, addedBy: 'x', addedByName: 'Nora', text: 'New seal' },
  }
  const addendumPhotos = { [photoId]: { addendumId, url: 'jobs/1/front.jpg', addedAt: at } }
  const visited = await writeImportFile(inject('postgres').folder, {
    users: {
      companies: { [uid]: { companyDetails: { companyName: 'Added', email: 'added@mail.example' } } },
      RVPool: {
        '1UJBJ0BN8M17X0042': {
          vin: '1UJBJ0BN8M17X0042',
          workHistory: {
            [TICKET_ID]: {
              companyUUID: uid,
              customerDetails: { firstName: 'Lou' },
              Jobs: { 1: { problem: 'Roof' } },
              completedTimestamp: '20-11-2025 3:30 PM',
              TotalBalance: 0,
            },
          },
        },
      },
    },
    rigwright: {
      companies: {
        [uid]: {
          addenda: { [addendumId]: addendum },
          tickets: { [TICKET_ID]: { addendumPhotos } },
        },
      },
    },
  })
  const { context, files } = await createImportContext(app.database, NOW)
  await importTree(context, { tree: visited, images: folder }, false)
  const companyId = treeId(uid)
  const rows = await app.database
    .selectFrom('addendum')
    .innerJoin('photo', join =>
      join
        .onRef('photo.companyId', '=', 'addendum.companyId')
        .onRef('photo.addendumId', '=', 'addendum.addendumId'),
    )
    .select([
      'addendum.addendumId',
      'addendum.text',
      'addendum.addedByName',
      'photo.photoId',
      'photo.jobNumber',
    ])
    .where('addendum.companyId', '=', companyId)
    .execute()
  expect(rows).toEqual([{ addendumId, text: 'New seal', addedByName: 'Nora', photoId, jobNumber: 1 }])
  expect(files.has(fileKeyOf({ companyId, ticketId: TICKET_ID, imageId: photoId }, 'large'))).toBe(true)

  const options = { database: app.database, companyId, now: NOW, link: (path: string) => path }
  const exported = await text(Readable.from(streamTree(options, await findCompanies(options))))
  expect(JSON.parse(exported)).toMatchObject({
    rigwright: {
      companies: {
        [companyId]: {
          addenda: { [addendumId]: addendum },
          tickets: {
            [TICKET_ID]: {
              addendumPhotos: {
                [photoId]: { addendumId, url: expect.stringContaining(`/photos/${photoId}`), addedAt: at },
              },
            },
          },
        },
      },
    },
  })
})

describe('with the files', () => {
  let imported: Awaited<ReturnType<typeof createImportContext>>
  beforeAll(async () => {
    imported = await createImportContext(app.database, NOW)
    await importTree(imported.context, { tree, images: folder }, false)
  })

  test('those that are there and are images are imported, by every form of a URL', async () => {
    const companyId = treeId(UID)
    const [company, ticket, photos] = [
      await app.database
        .selectFrom('company')
        .selectAll()
        .where('companyId', '=', companyId)
        .executeTakeFirst(),
      await app.database
        .selectFrom('ticket')
        .selectAll()
        .where('companyId', '=', companyId)
        .executeTakeFirst(),
      await photosOf(),
    ]
    const imageIdOf = (url: string | null | undefined) => url?.split('?v=')[1] ?? ''
    expect(photos).toEqual(
      ['front', 'back'].map(key => ({
        photoId: treeId(`${UID}/${TICKET_ID}/1/photos/${key}`),
        ...{ width: 900, height: 600, addedAt: new Date(1763661600000) },
      })),
    )
    const keys = [
      { companyId, ticketId: null, imageId: imageIdOf(company?.imageUrl) },
      ...[ticket?.profileImageUrl, ticket?.rvImage].map(url => ({
        ...{ companyId, ticketId: TICKET_ID, imageId: imageIdOf(url) },
      })),
      ...photos.map(({ photoId }) => ({ companyId, ticketId: TICKET_ID, imageId: photoId })),
    ].flatMap(location => [fileKeyOf(location, 'small'), fileKeyOf(location, 'large')])
    expect([...imported.files.keys()].sort()).toEqual(keys.sort())
    expect(imported.lines).toContain('  images: 6')
  })

  test('without what a camera wrote into them', async () => {
    for (const bytes of imported.files.values()) expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  })

  test.each([
    ['gone', 'has no file jobs/1/gone.jpg; the image was left out.'],
    ['note', 'That file isn’t an image. It was left out.'],
    ['cut', 'This image is damaged and can’t be read. It was left out.'],
    ['link', 'a link out of the folder of images'],
    ['outside', 'names no file in the folder of images'],
    ['folder', 'jobs/1 is no file; the image was left out.'],
  ])('%s is one line of the report', (key, problem) => {
    const path = `${TICKET_PATH}/Jobs/1/photos/${key}`
    expect(imported.lines.filter(line => line.includes(`${path} `))).toEqual([
      expect.stringMatching(new RegExp(`^ {2}skipped {2}${path} {2}.*${problem.replaceAll('.', '\\.')}`)),
    ])
  })

  test('undoing removes them', async () => {
    const { context, lines, files } = imported
    const importId = /--undo (\S+)$/.exec(lines.at(-1) ?? '')?.[1] ?? ''
    await undoImport(context, importId)
    expect(lines.at(-1)).toBe('Took back Imaged.')
    expect([await countCompanies(), files.size]).toEqual([0, 0])
  })
})

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createArchive } from './archive.ts'
import type { ExportFile } from './write-files.ts'

const AT = new Date('2025-11-20T19:00:00Z')
const LONG = `images/${'a-company/'.repeat(14)}photo.webp`

let temporaryFolder: string
beforeAll(async () => {
  temporaryFolder = await mkdtemp(join(tmpdir(), 'archive-'))
})
afterAll(() => rm(temporaryFolder, { recursive: true }))

const archiveOf = (files: AsyncIterable<ExportFile>) =>
  createArchive(files, { name: 'rigwright', at: AT, temporaryFolder })

test('an archive has all files, also an empty one, a large one and one with a long name', async () => {
  const large = Buffer.alloc(3_000_000, 'rig')
  const files: ExportFile[] = [
    { name: 'tickets.csv', content: ['a,b\r\n', 'ü,2\r\n'] },
    { name: 'parts.csv', content: [] },
    { name: LONG, content: [large] },
  ]
  const entries = Readable.from(archiveOf(Readable.from(files)))
    .pipe(createGunzip())
    .pipe(extract())
  const found: Record<string, Buffer> = {}
  for await (const entry of entries) {
    expect(entry.header.mtime).toEqual(AT)
    found[entry.header.name] = await buffer(entry)
  }
  expect(Object.keys(found)).toEqual(['tickets.csv', 'parts.csv', LONG].map(name => `rigwright/${name}`))
  expect(found['rigwright/tickets.csv']?.toString()).toBe('a,b\r\nü,2\r\n')
  expect(found['rigwright/parts.csv']?.length).toBe(0)
  expect(found[`rigwright/${LONG}`]?.equals(large)).toBe(true)
  expect(await readdir(temporaryFolder)).toEqual([])
})

test('an error while a file is read ends the archive with it', async () => {
  const fault = new Error('The file is gone.')
  const failing = async function* () {
    yield { name: 'tickets.csv', content: ['a'] }
    throw fault
  }
  await expect(buffer(archiveOf(failing()))).rejects.toBe(fault)
  expect(await readdir(temporaryFolder)).toEqual([])
})

test('an archive that nobody wants any more closes its files', async () => {
  let isClosed = false
  const endless = async function* () {
    try {
      for (;;) yield { name: 'photo.webp', content: [Buffer.alloc(100_000)] }
    } finally {
      isClosed = true
    }
  }
  for await (const _ of archiveOf(endless())) break
  expect(isClosed).toBe(true)
  expect(await readdir(temporaryFolder)).toEqual([])
})

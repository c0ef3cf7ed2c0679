import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExportFile, writeFiles } from './write-files.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'rigwright-export-'))
})
afterAll(() => rm(home, { recursive: true }))

const folderIn = async (name: string) => join(await mkdtemp(join(home, 'of-a-test-')), name)
async function* list(...files: ExportFile[]) {
  yield* files
}
const tree = { name: 'tree.json', content: ['{', '}'] }

test('a folder gets the files with their images beside, for its owner only', async () => {
  const folder = await folderIn('new')
  const shown: string[] = []
  const image = { name: 'images/c/1/p.webp', content: [Buffer.from('the roof')] }
  await writeFiles(folder, list(tree, image), {
    onProgress: (name, bytes) => shown.push(`${name} ${bytes}`),
  })
  expect((await readdir(folder)).sort()).toEqual(['images', 'tree.json'])
  expect(await readFile(join(folder, 'tree.json'), 'utf8')).toBe('{}')
  expect(await readFile(join(folder, image.name), 'utf8')).toBe('the roof')
  for (const name of ['tree.json', 'images', image.name])
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
  expect(shown).toEqual(['tree.json 1', 'tree.json 2', 'images/c/1/p.webp 8'])
})

test('a folder that is not empty is refused and left alone', async () => {
  const folder = await folderIn('')
  await writeFile(join(folder, 'mine.txt'), 'mine')
  await expect(writeFiles(folder, list(tree))).rejects.toThrow('is not empty')
  expect(await readdir(folder)).toEqual(['mine.txt'])
})

const failingWith = (error: Error) =>
  list(tree, {
    name: 'images/1.webp',
    content: (async function* () {
      yield 'half'
      throw error
    })(),
  })

test.each([
  ['the database is away', new Error('The database is away.'), 'The database is away.'],
  [
    'the disk is full',
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    /^There is no room left for .*\. Nothing was written: choose another disk\.$/,
  ],
])('nothing is left, and one sentence says why, when %s', async (_, error, sentence) => {
  const [empty, missing] = [await folderIn(''), await folderIn('new')]
  for (const folder of [empty, missing])
    await expect(writeFiles(folder, failingWith(error))).rejects.toThrow(sentence)
  expect(await readdir(empty)).toEqual([])
  await expect(stat(missing)).rejects.toThrow('ENOENT')
})

test('nothing is left when it is stopped in the middle of a file', async () => {
  const folder = await folderIn('new')
  const stopping = new AbortController()
  const endless = (async function* () {
    for (;;) {
      yield 'more'
      await new Promise(resolve => setTimeout(resolve, 1))
    }
  })()
  const written = writeFiles(folder, list(tree, { name: 'jobs.csv', content: endless }), {
    signal: stopping.signal,
    onProgress: name => {
      if (name === 'jobs.csv') stopping.abort()
    },
  })
  await expect(written).rejects.toThrow('Stopped. Nothing was written.')
  await expect(stat(folder)).rejects.toThrow('ENOENT')
})

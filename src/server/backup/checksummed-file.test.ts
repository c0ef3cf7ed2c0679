import { createHash } from 'node:crypto'
import { mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BackupError } from './backup-errors.ts'
import { readChecksummed, verifyChecksum, writeChecksummed } from './checksummed-file.ts'

let home: string
let folder: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'rigwright-sealed-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(home, 'f-'))
})

const LENGTH = 300_000
async function* content() {
  for (let part = 0; part < 100; part += 1)
    yield createHash('shake256', { outputLength: LENGTH / 100 })
      .update(String(part))
      .digest()
}
const file = () => join(folder, 'made')
const write = (options: Parameters<typeof writeChecksummed>[2] = {}) =>
  writeChecksummed(file(), content(), { minFreeBytes: 0, ...options })

describe('a checksummed file', () => {
  test('reads back unchanged, is readable only by its owner, and is valid gzip', async () => {
    const { bytes } = await write()
    expect(await stat(file())).toMatchObject({ size: bytes })
    if (process.platform !== 'win32') expect((await stat(file())).mode & 0o777).toBe(0o600)
    await verifyChecksum(file())
    const read: Buffer[] = []
    for await (const chunk of readChecksummed(file())) read.push(chunk)
    expect(Buffer.concat(read)).toHaveLength(LENGTH)
    expect(gunzipSync(await readFile(file()))).toEqual(Buffer.concat(read))
    expect(await readdir(folder)).toEqual(['made'])
  })

  test('detects a change of any single byte', async () => {
    await write()
    const whole = await readFile(file())
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: whole.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const tampered = Buffer.from(whole)
          tampered[at] = (whole[at] ?? 0) ^ change
          await writeFile(file(), tampered)
          await expect(verifyChecksum(file())).rejects.toThrow(
            /^made is (damaged: |incomplete \(truncated\))/,
          )
        },
      ),
      {
        numRuns: 60,
        examples: [
          [0, 1],
          [4, 1],
          [whole.length - 1, 1],
          [Math.floor(whole.length / 2), 255],
        ],
      },
    )
  })

  test('truncated at any point is refused', async () => {
    await write()
    const { size } = await stat(file())
    for (const length of [size - 1, size - 92, Math.floor(size / 2), 92, 1, 0]) {
      await truncate(file(), length)
      await expect(verifyChecksum(file())).rejects.toThrow('made is incomplete (truncated).')
    }
  })

  test('that is missing is reported', () =>
    expect(verifyChecksum(file())).rejects.toThrow(`File not found: ${file()}.`))
})

describe('a failure says why in one sentence and leaves nothing', () => {
  test('when the disk fills up', async () => {
    let written = 0
    const createFile = async (path: string) => {
      const handle = await open(path, 'wx', 0o600)
      const { appendFile } = handle
      handle.appendFile = async (chunk: Uint8Array) => {
        if (written > 20_000) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        written += chunk.length
        await appendFile.call(handle, chunk)
        expect(await readdir(folder)).toHaveLength(1)
      }
      return handle
    }
    await expect(write({ createFile })).rejects.toThrow(
      new BackupError(`The disk of ${folder} is full. Free some space, or choose a file on another disk.`),
    )
    expect(written).toBeGreaterThan(0)
    expect(await readdir(folder)).toEqual([])
  })

  test('when too little disk would remain for the database', async () => {
    await expect(write({ minFreeBytes: 2 ** 60 })).rejects.toThrow(
      new BackupError(
        `The disk of ${folder} is nearly full, and the rest is reserved for the database. Free some space, or choose a file on another disk.`,
      ),
    )
    expect(await readdir(folder)).toEqual([])
  })

  test('when the source fails', async () => {
    const broken = async function* () {
      yield* content()
      throw new Error('The source broke.')
    }
    await expect(writeChecksummed(file(), broken(), { minFreeBytes: 0 })).rejects.toThrow('The source broke.')
    expect(await readdir(folder)).toEqual([])
  })

  test('when the source fails while a piece is being written', async () => {
    const done: string[] = []
    let isWriting = false
    let brokeOff = false
    const createFile = async (path: string) => {
      const handle = await open(path, 'wx', 0o600)
      const { appendFile, close } = handle
      handle.appendFile = async (chunk: Uint8Array) => {
        isWriting = true
        // Long enough that a file closed too early would be closed by now.
        for (let turns = 0; turns < 50 || !brokeOff; turns += 1) await new Promise(setImmediate)
        await appendFile.call(handle, chunk)
        done.push('written')
      }
      handle.close = () => {
        done.push('closed')
        return close.call(handle)
      }
      return handle
    }
    const broken = async function* () {
      yield createHash('shake256', { outputLength: LENGTH }).digest()
      while (!isWriting) await new Promise(setImmediate)
      brokeOff = true
      throw new Error('The source broke.')
    }
    await expect(writeChecksummed(file(), broken(), { minFreeBytes: 0, createFile })).rejects.toThrow(
      'The source broke.',
    )
    expect(done).toEqual(['written', 'closed'])
    expect(await readdir(folder)).toEqual([])
  })

  test('when the folder is not writable', async () => {
    const place = join(folder, 'a-file')
    await writeFile(place, '')
    await expect(writeChecksummed(join(place, 'made'), content(), { minFreeBytes: 0 })).rejects.toThrow(
      `${place} cannot be used (ENOTDIR).`,
    )
    const createFile = () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
    await expect(write({ createFile })).rejects.toThrow(
      `${folder} is not writable (EACCES). Fix that, or choose another location.`,
    )
  })

  test('when the file already exists, which stays unchanged', async () => {
    await writeFile(file(), 'mine')
    await expect(write()).rejects.toThrow(`${file()} already exists. Choose another file.`)
    expect(await readFile(file(), 'utf8')).toBe('mine')
  })

  test('when it is stopped', async () => {
    const stopping = new AbortController()
    const endless = async function* () {
      yield* content()
      stopping.abort()
      for (;;) {
        yield Buffer.alloc(1000)
        await new Promise(setImmediate)
      }
    }
    await expect(
      writeChecksummed(file(), endless(), { minFreeBytes: 0, signal: stopping.signal }),
    ).rejects.toThrow(/abort/)
    expect(await readdir(folder)).toEqual([])
  })
})

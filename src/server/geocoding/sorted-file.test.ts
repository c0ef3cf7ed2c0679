import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openSortedFile } from './sorted-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'rigwright-sorted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function written(lines: readonly string[]) {
  files += 1
  const path = join(folder, `${files}.tsv`)
  writeFileSync(path, lines.map(line => `${line}\n`).join(''))
  return openSortedFile(path, line => line.slice(0, 8))
}

async function keysFrom(lines: readonly string[], key: string): Promise<string[]> {
  const found: string[] = []
  for await (const line of (await written(lines)).linesFrom(key)) found.push(line.slice(0, 8))
  return found
}

const line = fc.record({
  key: fc.integer({ min: 0, max: 99_999_999 }),
  width: fc.integer({ min: 0, max: 9000 }),
})

test('a search finds exactly the lines from its key on, for lines of any length', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 60 }),
      fc.integer({ min: 0, max: 99_999_999 }),
      async (made, wanted) => {
        const padded = (key: number) => String(key).padStart(8, '0')
        const keys = made.map(({ key }) => padded(key)).sort()
        const lines = keys.map((key, place) => `${key} ${'é'.repeat(made[place]?.width ?? 0)}`)
        expect(await keysFrom(lines, padded(wanted))).toEqual(keys.filter(key => key >= padded(wanted)))
      },
    ),
    { numRuns: 60 },
  )
})

test('every line of a large file is found by its key', async () => {
  const lines = Array.from(
    { length: 20_000 },
    (_, number) => `${String(number * 3).padStart(8, '0')} some text`,
  )
  const file = await written(lines)
  for (let number = 0; number < lines.length; number += 371) {
    const found = await file.linesFrom(String(number * 3).padStart(8, '0')).next()
    expect(found.value).toBe(lines[number])
  }
})

test('an empty file has no lines, and a line is read by its offset', async () => {
  expect(await keysFrom([], '0')).toEqual([])
  const file = await written(['aaaaaaaa 1', 'bbbbbbbb 2'])
  expect(await file.lineAt(11)).toBe('bbbbbbbb 2')
  await expect(file.lineAt(999)).rejects.toThrow(RangeError)
})

import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { readTable, type TableFile } from './read-table.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
const read = (text: string) => readTable(bytesOf(text))
const cellsOf = ({ lines }: TableFile) => lines.map(({ cells }) => cells)

test.each([
  ['commas', 'Name,Phone\r\n"Park, June",1\r\n'],
  ['semicolons', 'Name;Phone\n"Park, June";1'],
  ['tabs', 'Name\tPhone\nPark, June\t1\n\n'],
  ['a mark', '\ufeffName,Phone\n"Park, June",1'],
])('a file with %s is read', async (_, text) => {
  expect(cellsOf(await read(text))).toEqual([
    ['Name', 'Phone'],
    ['Park, June', '1'],
  ])
})

test('lines are counted with the empty ones, and what is above the headings may have one cell', async () => {
  expect((await read('Desert RV\nCustomers\n\nName\tPhone\nPark, June\t1')).lines).toEqual([
    { number: 1, cells: ['Desert RV'] },
    { number: 2, cells: ['Customers'] },
    { number: 4, cells: ['Name', 'Phone'] },
    { number: 5, cells: ['Park, June', '1'] },
  ])
})

test('formulas are text', async () => {
  expect(cellsOf(await read('Name,Phone\n=1+1,@x')).at(-1)).toEqual(['=1+1', '@x'])
})

test.each([
  ['in a cell', 'Name,Notes\n"Park, June","Leaks\r\nSmells, too"\nBell,x'],
  ['mixed', 'Name,Notes\r\n"Park, June","Leaks\nSmells, too"\rBell,x\n\r\n'],
])('line ends %s are read', async (_, text) => {
  expect(cellsOf(await read(text)).slice(1)).toEqual([
    ['Park, June', 'Leaks\nSmells, too'],
    ['Bell', 'x'],
  ])
})

test('Windows-1252 is read', async () => {
  const bytes = Uint8Array.from('Name,Phone\nD\xedaz,1', character => character.charCodeAt(0))
  expect(cellsOf(await readTable(bytes)).at(-1)).toEqual(['Díaz', '1'])
})

test.each([
  ['an empty file', '', 'This file is empty.'],
  [
    'headings alone',
    'Name,Phone\n',
    'This file has no rows below its headings. The first row must name the columns.',
  ],
  [
    '200 columns',
    `${','.repeat(199)}x\n1`,
    'This file has more than 100 columns. Delete those you don’t need.',
  ],
  [
    'one endless line',
    'x'.repeat(50_000),
    'A cell of this file is far too long for a list. Check that it is a CSV file.',
  ],
  [
    'too many rows',
    `Name,Phone\n${'a,b\n'.repeat(20_001)}`,
    'This file has more than 20,000 rows. Split it into several files.',
  ],
  ['an open quotation mark', 'Name,Phone\n"Park,1\nx,y', /never closed/],
  ['a workbook', 'PK\x03\x04', 'This file is not text. Save it as CSV first, then choose it again.'],
])('%s is refused with a sentence', async (_, text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence)
})

test('the hash is the SHA-256 of the bytes, also where the browser has none over plain http', async () => {
  const bytes = bytesOf('Name,Phone\nPark,1')
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const { hash } = await readTable(bytes).finally(() => vi.unstubAllGlobals())
  expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'))
})

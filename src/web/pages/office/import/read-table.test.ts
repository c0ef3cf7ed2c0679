import { expect, test, vi } from 'vitest'
import { listReadings, readTable, type TableFile } from './read-table.ts'

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

const latin1 = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0))

test('letters that can be read in several ways are asked about, and read as chosen', async () => {
  const windows = latin1('Name,Phone\nD\xedaz,1')
  expect(listReadings(windows)).toEqual([
    { encoding: 'windows-1252', samples: ['Díaz,1'] },
    { encoding: 'macintosh', samples: ['DÌaz,1'] },
  ])
  expect(cellsOf(await readTable(windows, 'windows-1252')).at(-1)).toEqual(['Díaz', '1'])
  const mac = latin1('First Name,Last Name\rJos\x8e,Mu\x96oz\rZo\x91,Gagn\x8e\r')
  // Node decodes some bytes of Windows-1252 as control characters; browsers do not.
  expect(listReadings(mac)).toEqual([
    { encoding: 'windows-1252', samples: [expect.stringMatching(/^Jos.,Mu.oz$/u), expect.any(String)] },
    { encoding: 'macintosh', samples: ['José,Muñoz', 'Zoë,Gagné'] },
  ])
  expect(cellsOf(await readTable(mac, 'macintosh')).slice(1)).toEqual([
    ['José', 'Muñoz'],
    ['Zoë', 'Gagné'],
  ])
})

test('UTF-8 with one letter cut in two is asked about with that letter first', () => {
  const row = latin1('Ren\xc3\xa9e,Engstr\xc3\xb6m\r\n')
  const cut = latin1('Paul,"1 Rue Saint-Andr\xc3\xa9-de-la-Mont\xc3"\r\n')
  expect(listReadings(Uint8Array.from([...row, ...row, ...cut]))).toMatchObject([
    {
      encoding: 'utf-8',
      samples: ['Paul,"1 Rue Saint-André-de-la-Mont\ufffd"', 'Renée,Engström', 'Renée,Engström'],
    },
    {
      encoding: 'windows-1252',
      samples: ['Paul,"1 Rue Saint-AndrÃ©-de-la-MontÃ"', 'RenÃ©e,EngstrÃ¶m', 'RenÃ©e,EngstrÃ¶m'],
    },
    { encoding: 'macintosh' },
  ])
})

test('nothing is asked about a file that is whole', () => {
  for (const text of ['Name\nDíaz', '\ufeffName\nDíaz 😀', 'Name\nDiaz'])
    expect(listReadings(bytesOf(text))).toEqual([])
  expect(() => listReadings(bytesOf('PK\x03\x04'))).toThrow('This file is not text.')
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
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const { hash } = await readTable(bytes).finally(() => vi.unstubAllGlobals())
  expect(hash).toBe([...digest].map(byte => byte.toString(16).padStart(2, '0')).join(''))
})
